//! Finding things as a user does: by what they are and what they are called.
//!
//! Roles and names come from the browser's own accessibility tree, so a thing without a name, or
//! hidden behind a dialog, is not found.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::browser::value_of;
use crate::{Browser, until};

/// Something in the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub(crate) node: i64,
    /// `button`, `link`, `gridcell` …
    pub role: String,
    /// What it is called.
    pub name: String,
    properties: Value,
}

impl Found {
    /// A property of the accessibility tree: `disabled`, `checked`, `pressed`, `expanded` …
    pub fn property(&self, name: &str) -> Option<&Value> {
        let all = self.properties.as_array()?;
        all.iter().find(|one| one["name"] == name).and_then(|one| one.pointer("/value/value"))
    }

    /// Whether it can be used.
    pub fn is_enabled(&self) -> bool {
        self.property("disabled") != Some(&json!(true))
    }
}

impl Browser {
    /// All things of a role that are there now, in the order of the page. No role: everything.
    ///
    /// # Errors
    /// If the browser cannot tell.
    pub fn all(&self, role: &str) -> Result<Vec<Found>> {
        self.query(json!({ "role": role }))
    }

    fn query(&self, mut wanted: Value) -> Result<Vec<Found>> {
        let document = json!({ "expression": "document", "returnByValue": false });
        let document = self.cdp("Runtime.evaluate", document)?;
        wanted["objectId"] = document.pointer("/result/objectId").context("no document")?.clone();
        if wanted["role"] == "" {
            wanted.as_object_mut().context("no object")?.remove("role");
        }
        let answer = self.cdp("Accessibility.queryAXTree", wanted)?;
        let nodes = answer["nodes"].as_array().cloned().unwrap_or_default();
        let seen = nodes.iter().filter(|node| node["ignored"] != true);
        Ok(seen.filter_map(found).collect())
    }

    /// Things of a role with exactly this name that are there now.
    ///
    /// # Errors
    /// If the browser cannot tell.
    pub fn named(&self, role: &str, name: &str) -> Result<Vec<Found>> {
        self.query(json!({ "role": role, "accessibleName": name }))
    }

    /// Waits for a thing of a role with exactly this name that can be seen.
    ///
    /// # Errors
    /// If it does not come.
    pub fn find(&self, role: &str, name: &str) -> Result<Found> {
        until(&format!("there is a {role} \"{name}\""), || {
            let mut all = self.named(role, name)?.into_iter();
            Ok(all.find(|one| self.is_seen(one).unwrap_or(false)))
        })
    }

    /// Whether such a thing can be seen now.
    ///
    /// # Errors
    /// If the browser cannot tell.
    pub fn has(&self, role: &str, name: &str) -> Result<bool> {
        let all = self.named(role, name)?;
        Ok(all.iter().any(|one| self.is_seen(one).unwrap_or(false)))
    }

    /// Waits until no such thing can be seen.
    ///
    /// # Errors
    /// If it stays.
    pub fn until_gone(&self, role: &str, name: &str) -> Result<()> {
        until(&format!("the {role} \"{name}\" goes"), || Ok((!self.has(role, name)?).then_some(())))
    }

    /// Waits until the page shows a text.
    ///
    /// # Errors
    /// If it does not come.
    pub fn until_text(&self, text: &str) -> Result<()> {
        until(&format!("the page says \"{text}\""), || Ok(self.says(text)?.then_some(())))
    }

    /// Waits until an expression is true.
    ///
    /// # Errors
    /// If it never is.
    pub fn until_true(&self, expression: &str) -> Result<()> {
        until(&format!("({expression})"), || Ok(self.is(expression)?.then_some(())))
    }

    /// Whether the page shows a text now.
    ///
    /// # Errors
    /// If the browser cannot tell.
    pub fn says(&self, text: &str) -> Result<bool> {
        self.is(&format!("document.body.innerText.includes({})", json!(text)))
    }

    fn is_seen(&self, found: &Found) -> Result<bool> {
        let seen = "function () { return this.checkVisibility?.({ visibilityProperty: true }) && \
            this.getClientRects().length > 0; }";
        Ok(self.call(found, seen, &[])? == json!(true))
    }

    /// Calls a function with the thing as `this`.
    ///
    /// # Errors
    /// If it throws, or the thing is gone.
    pub fn call(&self, found: &Found, function: &str, arguments: &[Value]) -> Result<Value> {
        let resolved = self.cdp("DOM.resolveNode", json!({ "backendNodeId": found.node }))?;
        let object = resolved.pointer("/object/objectId").context("it is gone")?;
        let arguments: Vec<Value> = arguments.iter().map(|one| json!({ "value": one })).collect();
        let params = json!({ "objectId": object, "functionDeclaration": function,
            "arguments": arguments, "returnByValue": true, "awaitPromise": true,
            "userGesture": true });
        value_of(&self.cdp("Runtime.callFunctionOn", params)?)
    }

    /// Scrolls a thing into view and says where its middle is. Something that lies over it is an error.
    ///
    /// # Errors
    /// If it is gone or covered.
    pub fn middle(&self, found: &Found) -> Result<(f64, f64)> {
        let place = "function () {
            this.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
            const box = this.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const top = document.elementFromPoint(x, y);
            const label = this.closest('label');
            const reached = top && (this.contains(top) || top.contains(this) || label?.contains(top));
            return { x, y, over: reached ? null : (top?.outerHTML ?? 'nothing').slice(0, 200) };
        }";
        let place = self.call(found, place, &[])?;
        if let Some(over) = place["over"].as_str() {
            bail!("{} \"{}\" is covered by {over}", found.role, found.name);
        }
        Ok((place["x"].as_f64().context("no x")?, place["y"].as_f64().context("no y")?))
    }
}

fn found(node: &Value) -> Option<Found> {
    let text =
        |path: &str| node.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    Some(Found {
        node: node["backendDOMNodeId"].as_i64()?,
        role: text("/role/value"),
        name: text("/name/value"),
        properties: node["properties"].clone(),
    })
}
