//! What a user does with hands: mouse, fingers, keys.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{Browser, Found, until};

/// A key that is no letter or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// ←
    Left,
    /// →
    Right,
    /// ↑
    Up,
    /// ↓
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Tab.
    Tab,
    /// Delete.
    Delete,
    /// A letter, digit or sign.
    Sign(char),
}

impl Key {
    /// Its name, its place on the keyboard, its old number and its text.
    fn parts(self) -> (String, String, u32, String) {
        let plain = |name: &str, number| (name.to_owned(), name.to_owned(), number, String::new());
        match self {
            Key::Left => plain("ArrowLeft", 37),
            Key::Up => plain("ArrowUp", 38),
            Key::Right => plain("ArrowRight", 39),
            Key::Down => plain("ArrowDown", 40),
            Key::Home => plain("Home", 36),
            Key::End => plain("End", 35),
            Key::Escape => plain("Escape", 27),
            Key::Tab => plain("Tab", 9),
            Key::Delete => plain("Delete", 46),
            Key::Enter => ("Enter".into(), "Enter".into(), 13, "\r".into()),
            Key::Sign(sign) => {
                let code = match sign {
                    'a'..='z' | 'A'..='Z' => format!("Key{}", sign.to_ascii_uppercase()),
                    '0'..='9' => format!("Digit{sign}"),
                    ' ' => "Space".into(),
                    '/' | '?' => "Slash".into(),
                    '.' | '>' => "Period".into(),
                    ',' => "Comma".into(),
                    '+' => "Equal".into(),
                    '-' => "Minus".into(),
                    _ => String::new(),
                };
                (sign.to_string(), code, u32::from(sign.to_ascii_uppercase()), sign.to_string())
            }
        }
    }
}

/// Keys held down with another.
pub(crate) const CONTROL: u32 = 2;
pub(crate) const SHIFT: u32 = 8;

impl Browser {
    /// Clicks or taps the middle of a thing.
    ///
    /// # Errors
    /// If it is gone or covered.
    pub fn press_found(&self, found: &Found) -> Result<()> {
        let (x, y) = self.middle(found)?;
        self.press_at(x, y)
    }

    /// Waits for a thing of a role and name that can be used, and clicks or taps it.
    ///
    /// # Errors
    /// If there is none.
    pub fn press(&self, role: &str, name: &str) -> Result<()> {
        until(&format!("the {role} \"{name}\" can be pressed"), || {
            let found = self.find(role, name)?;
            ensure!(found.is_enabled(), "{role} \"{name}\" is disabled");
            self.press_found(&found).map(Some)
        })
    }

    /// Clicks or taps a place of the window.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn press_at(&self, x: f64, y: f64) -> Result<()> {
        if self.screen.get().touch {
            self.touch("touchStart", &[(x, y)])?;
            return self.touch("touchEnd", &[]);
        }
        self.hover_at(x, y)?;
        self.mouse("mousePressed", x, y, "left")?;
        self.mouse("mouseReleased", x, y, "left")
    }

    /// Moves the mouse to a place.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn hover_at(&self, x: f64, y: f64) -> Result<()> {
        let event = json!({ "type": "mouseMoved", "x": x, "y": y });
        self.cdp("Input.dispatchMouseEvent", event).map(drop)
    }

    /// Clicks with the right button.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn right_click_at(&self, x: f64, y: f64) -> Result<()> {
        self.hover_at(x, y)?;
        self.mouse("mousePressed", x, y, "right")?;
        self.mouse("mouseReleased", x, y, "right")
    }

    /// Drags with the right button from a place to another.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn right_drag(&self, from: (f64, f64), to: (f64, f64)) -> Result<()> {
        self.hover_at(from.0, from.1)?;
        self.mouse("mousePressed", from.0, from.1, "right")?;
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        for (x, y) in [middle, to] {
            self.mouse("mouseMoved", x, y, "right")?;
        }
        self.mouse("mouseReleased", to.0, to.1, "right")
    }

    /// Turns the wheel by this many pixels; down is positive.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn wheel_at(&self, x: f64, y: f64, by: f64) -> Result<()> {
        let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
        self.cdp("Input.dispatchMouseEvent", event).map(drop)
    }

    /// Drags with the mouse or a finger from a place over others to the last.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn drag(&self, way: &[(f64, f64)]) -> Result<()> {
        self.drag_open(way)?;
        let &(x, y) = way.last().context("no way")?;
        self.lift(x, y)
    }

    /// The same without letting go.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn drag_open(&self, way: &[(f64, f64)]) -> Result<()> {
        let (&(x, y), others) = way.split_first().context("no way")?;
        if self.screen.get().touch {
            self.touch("touchStart", &[(x, y)])?;
            return others.iter().try_for_each(|&place| self.touch("touchMove", &[place]));
        }
        self.hover_at(x, y)?;
        self.mouse("mousePressed", x, y, "left")?;
        others.iter().try_for_each(|&(x, y)| self.mouse("mouseMoved", x, y, "left"))
    }

    /// Lets go what was dragged.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn lift(&self, x: f64, y: f64) -> Result<()> {
        if self.screen.get().touch {
            return self.touch("touchEnd", &[]);
        }
        self.mouse("mouseReleased", x, y, "left")
    }

    fn mouse(&self, kind: &str, x: f64, y: f64, button: &str) -> Result<()> {
        let held = if button == "right" { 2 } else { 1 };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1,
            "buttons": if kind == "mouseReleased" { 0 } else { held } });
        self.cdp("Input.dispatchMouseEvent", event).map(drop)
    }

    fn touch(&self, kind: &str, points: &[(f64, f64)]) -> Result<()> {
        let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.cdp("Input.dispatchTouchEvent", event).map(drop)
    }

    /// Presses a key.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn key(&self, key: Key) -> Result<()> {
        let shift =
            matches!(key, Key::Sign(sign) if sign.is_ascii_uppercase() || "?>+".contains(sign));
        self.key_with(key, if shift { SHIFT } else { 0 })
    }

    /// Presses a key with Shift.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn shift(&self, key: Key) -> Result<()> {
        self.key_with(key, SHIFT)
    }

    /// Presses a key with Ctrl.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn control(&self, key: Key) -> Result<()> {
        self.key_with(key, CONTROL)
    }

    fn key_with(&self, key: Key, modifiers: u32) -> Result<()> {
        let (name, code, number, text) = key.parts();
        let text = if modifiers & CONTROL == 0 { text } else { String::new() };
        let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let mut event = json!({ "type": kind, "key": name, "code": code, "modifiers": modifiers,
            "windowsVirtualKeyCode": number });
        if !text.is_empty() {
            event["text"] = json!(text);
        }
        self.cdp("Input.dispatchKeyEvent", event.clone())?;
        event["type"] = json!("keyUp");
        event.as_object_mut().context("no object")?.remove("text");
        self.cdp("Input.dispatchKeyEvent", event).map(drop)
    }

    /// Types a text, key by key.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn type_text(&self, text: &str) -> Result<()> {
        text.chars().try_for_each(|sign| self.key(Key::Sign(sign)))
    }

    /// Writes a text into the field with the focus at once, as a paste or a screen keyboard does.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn insert_text(&self, text: &str) -> Result<()> {
        self.cdp("Input.insertText", json!({ "text": text })).map(drop)
    }

    /// Drops a file on the page; `file` is an expression that makes it there.
    ///
    /// # Errors
    /// If the page never takes it.
    pub fn drop_file(&self, file: &str) -> Result<()> {
        // The page takes files a moment after its first view: until then nobody stops the event.
        self.until_true(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add({file});
               const drop = new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }});
               return !window.dispatchEvent(drop); }})()"
        ))
    }

    /// Pastes a text where the page itself takes it.
    ///
    /// # Errors
    /// If the page never takes it.
    pub fn paste(&self, text: &str) -> Result<()> {
        // As with files.
        self.until_true(&format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {});
               const paste = new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }});
               return !document.body.dispatchEvent(paste); }})()",
            json!(text)
        ))
    }

    /// Chooses in a list by the words it shows.
    ///
    /// # Errors
    /// If there is no such list or choice.
    pub fn choose(&self, list: &str, words: &str) -> Result<()> {
        let pick = "function (words) {
            const options = [...this.options];
            const at = options.findIndex((one) => one.text === words);
            if (at < 0) return options.map((one) => one.text).join(' | ') || 'nothing';
            this.focus();
            this.selectedIndex = at;
            this.dispatchEvent(new Event('input', { bubbles: true }));
            this.dispatchEvent(new Event('change', { bubbles: true }));
            return null;
        }";
        until(&format!("\"{words}\" can be chosen in \"{list}\""), || {
            let found = self.find("combobox", list)?;
            let others = self.call(&found, pick, &[json!(words)])?;
            ensure!(others.is_null(), "there are only {others}");
            Ok(Some(()))
        })
    }
}
