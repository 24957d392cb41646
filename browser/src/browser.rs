//! One browser with a fresh profile: pages, sizes, scripts.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::{DesiredCapabilities, LoggingPrefsLogLevel, WebDriver, WindowHandle};
use tokio::runtime::Runtime;

use crate::{Driver, PATIENCE};

/// The size of a window, and what it is pointed at with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Fingers instead of a mouse.
    pub touch: bool,
}

impl Screen {
    /// A laptop.
    pub const DESKTOP: Screen = Screen { width: 1366, height: 768, touch: false };
    /// A large screen.
    pub const LARGE: Screen = Screen { width: 1920, height: 1080, touch: false };
    /// A tablet held upright.
    pub const TABLET: Screen = Screen { width: 820, height: 1180, touch: true };
    /// A phone.
    pub const PHONE: Screen = Screen { width: 390, height: 844, touch: true };
    /// The smallest phone.
    pub const SMALL: Screen = Screen { width: 320, height: 568, touch: true };
    /// All of them.
    pub const ALL: [Screen; 5] =
        [Screen::DESKTOP, Screen::LARGE, Screen::TABLET, Screen::PHONE, Screen::SMALL];
}

impl std::fmt::Display for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A browser. It ends when this is dropped.
#[derive(Debug)]
pub struct Browser {
    runtime: Runtime,
    driver: WebDriver,
    pub(crate) screen: std::cell::Cell<Screen>,
}

/// Nothing but the pages of a test: no updates, no telemetry, and no way to any other machine.
const FLAGS: [&str; 15] = [
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-default-apps",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

impl Browser {
    /// Opens a browser.
    ///
    /// # Errors
    /// If it does not start.
    pub fn open(driver: &Driver, screen: Screen) -> Result<Browser> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut wishes = DesiredCapabilities::chrome();
        wishes.set_binary(&driver.browser.to_string_lossy())?;
        for flag in FLAGS {
            wishes.add_arg(flag)?;
        }
        wishes.add_arg(&format!("--window-size={},{}", screen.width, screen.height))?;
        if is_root() {
            // Chromium's sandbox refuses to work for root, as in most containers.
            wishes.add_arg("--no-sandbox")?;
        }
        wishes.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
        wishes.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        let address = driver.address();
        let session = async {
            let builder = WebDriver::builder(&address, wishes);
            builder.request_timeout(3 * PATIENCE).await
        };
        let driver = runtime.block_on(session).context("opening a browser")?;
        let browser = Browser { runtime, driver, screen: screen.into() };
        browser.prepare()?;
        Ok(browser)
    }

    /// Gives a tab its size, and lets notes stay ten times as long: a busy machine may need more than
    /// five seconds to read one.
    fn prepare(&self) -> Result<()> {
        self.resize(self.screen.get())?;
        let source = "{ const real = window.setTimeout; window.setTimeout = (work, ms, ...rest) => \
            real(work, work?.name === 'drop' ? 10 * ms : ms, ...rest); }";
        self.cdp("Page.enable", json!({}))?;
        self.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).map(drop)
    }

    /// Sends a command of the DevTools protocol to the page.
    ///
    /// # Errors
    /// If the browser refuses it.
    pub fn cdp(&self, method: &str, params: Value) -> Result<Value> {
        let cdp = self.driver.cdp();
        let answer = self.runtime.block_on(cdp.send_raw(method, params));
        answer.map_err(|error| anyhow!("{method}: {error}"))
    }

    /// The value of an expression in the page; promises are waited for.
    ///
    /// # Errors
    /// If it throws.
    pub fn eval(&self, expression: &str) -> Result<Value> {
        let params = json!({ "expression": expression, "awaitPromise": true,
            "returnByValue": true, "userGesture": true });
        value_of(&self.cdp("Runtime.evaluate", params)?).with_context(|| shortened(expression))
    }

    /// The value of an expression as a boolean.
    ///
    /// # Errors
    /// If it throws.
    pub fn is(&self, expression: &str) -> Result<bool> {
        let value = format!("(async () => Boolean(await ({expression})))()");
        Ok(self.eval(&value)? == json!(true))
    }

    /// The value of an expression as a number.
    ///
    /// # Errors
    /// If it throws or is no number.
    pub fn number(&self, expression: &str) -> Result<f64> {
        let value = self.eval(expression)?;
        value.as_f64().with_context(|| format!("{value} is no number: {}", shortened(expression)))
    }

    /// The value of an expression as text.
    ///
    /// # Errors
    /// If it throws or is no text.
    pub fn text(&self, expression: &str) -> Result<String> {
        let value = self.eval(expression)?;
        let text = value.as_str().map(str::to_owned);
        text.with_context(|| format!("{value} is no text: {}", shortened(expression)))
    }

    /// Goes to an address and waits until the page has loaded.
    ///
    /// # Errors
    /// If it cannot be loaded.
    pub fn go(&self, address: &str) -> Result<()> {
        Ok(self.runtime.block_on(self.driver.goto(address))?)
    }

    /// Loads the page again.
    ///
    /// # Errors
    /// If it cannot be loaded.
    pub fn reload(&self) -> Result<()> {
        Ok(self.runtime.block_on(self.driver.refresh())?)
    }

    /// Gives the window another size.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn resize(&self, screen: Screen) -> Result<()> {
        let Screen { width, height, touch } = screen;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": touch, "screenWidth": width, "screenHeight": height });
        self.cdp("Emulation.setDeviceMetricsOverride", size)?;
        let fingers = json!({ "enabled": touch, "maxTouchPoints": if touch { 2 } else { 1 } });
        self.cdp("Emulation.setTouchEmulationEnabled", fingers)?;
        self.screen.set(screen);
        Ok(())
    }

    /// Says what the user prefers: `prefers-color-scheme` and the like.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn prefer(&self, feature: &str, value: &str) -> Result<()> {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.cdp("Emulation.setEmulatedMedia", features).map(drop)
    }

    /// Lets the page write to the clipboard and read it, as a user who said yes.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn allow_clipboard(&self, origin: &str) -> Result<()> {
        let rights = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        self.cdp("Browser.grantPermissions", json!({ "origin": origin, "permissions": rights }))
            .map(drop)
    }

    /// Opens a second tab, which is looked at from now on.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn new_tab(&self) -> Result<WindowHandle> {
        let tab = self.runtime.block_on(self.driver.new_tab())?;
        self.switch(&tab)?;
        self.prepare()?;
        Ok(tab)
    }

    /// The tab that is looked at.
    ///
    /// # Errors
    /// If it was closed.
    pub fn tab(&self) -> Result<WindowHandle> {
        Ok(self.runtime.block_on(self.driver.window())?)
    }

    /// Looks at another tab.
    ///
    /// # Errors
    /// If it was closed.
    pub fn switch(&self, tab: &WindowHandle) -> Result<()> {
        Ok(self.runtime.block_on(self.driver.switch_to_window(tab.clone()))?)
    }

    /// Closes the tab that is looked at.
    ///
    /// # Errors
    /// If it was closed.
    pub fn close_tab(&self) -> Result<()> {
        Ok(self.runtime.block_on(self.driver.close_window())?)
    }

    /// A picture of the page as PNG.
    ///
    /// # Errors
    /// If the browser cannot make one.
    pub fn picture(&self) -> Result<Vec<u8>> {
        Ok(self.runtime.block_on(self.driver.screenshot_as_png())?)
    }

    /// The entries of one of the driver's logs since the last look.
    pub(crate) fn log(&self, kind: &str) -> Result<Vec<thirtyfour::BrowserLogEntry>> {
        Ok(self.runtime.block_on(self.driver.get_log(kind))?)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let driver = self.driver.clone();
        let end = async { tokio::time::timeout(Duration::from_secs(20), driver.quit()).await };
        let _ = self.runtime.block_on(end);
    }
}

/// What `Runtime.evaluate` and its like give.
pub(crate) fn value_of(answer: &Value) -> Result<Value> {
    if let Some(thrown) = answer.get("exceptionDetails") {
        let told = thrown.pointer("/exception/description").or_else(|| thrown.get("text"));
        bail!("{}", told.and_then(Value::as_str).unwrap_or("the script threw"));
    }
    Ok(answer.pointer("/result/value").cloned().unwrap_or(Value::Null))
}

fn shortened(expression: &str) -> String {
    expression.chars().take(200).collect()
}

fn is_root() -> bool {
    let id = std::process::Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
