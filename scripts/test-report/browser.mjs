// A headless Chromium, driven over its debugging pipe.
//
// The pipe (descriptors 3 and 4, messages that end with a zero byte) needs neither a port nor a
// package: https://chromedevtools.github.io/devtools-protocol/

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  #child;
  #profile;
  #waiting = new Map();
  #listeners = [];
  #number = 0;
  #rest = "";

  constructor(program) {
    this.#profile = mkdtempSync(join(tmpdir(), "oware-browser-"));
    const flags = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
      "--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-pipe",
      `--user-data-dir=${this.#profile}`, "about:blank",
    ];
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
    this.#child = spawn(program, flags, { stdio });
    this.#child.stdio[4].setEncoding("utf8");
    this.#child.stdio[4].on("data", (text) => this.#read(text));
    this.#child.on("error", (error) => this.#fail(error));
    this.#child.on("exit", (code) => this.#fail(new Error(`the browser ended with ${code}`)));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #read(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id === undefined) {
        for (const listener of this.#listeners) listener(message);
        continue;
      }
      const { resolve, reject } = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) reject(new Error(JSON.stringify(message.error)));
      else resolve(message.result);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#number;
    const text = JSON.stringify({ id, method, params, sessionId });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.stdio[3].write(`${text}\0`);
    });
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  async page() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const flat = { targetId, flatten: true };
    const { sessionId } = await this.send("Target.attachToTarget", flat);
    const page = new Page(this, sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    return page;
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((resolve) => {
      if (this.#child.exitCode !== null) resolve();
      else this.#child.once("exit", resolve);
    });
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  // What the page complained of, and what it asked the network for.
  complaints = [];
  requests = [];
  #browser;
  #session;
  #loaded = null;

  constructor(browser, session) {
    this.#browser = browser;
    this.#session = session;
    browser.listen(({ method, params, sessionId }) => {
      if (sessionId !== session) return;
      if (method === "Page.loadEventFired") this.#loaded?.();
      if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
      if (method === "Page.javascriptDialogOpening") this.complaints.push(`dialog ${params.message}`);
      if (method === "Runtime.exceptionThrown") {
        const { text, exception } = params.exceptionDetails;
        this.complaints.push(`${text} ${exception?.description ?? ""}`);
      }
      if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(params.type)) {
        this.complaints.push(params.args.map((arg) => arg.value ?? arg.description).join(" "));
      }
      if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level)) {
        this.complaints.push(params.entry.text);
      }
    });
  }

  send(method, params = {}) {
    return this.#browser.send(method, params, this.#session);
  }

  async open(url) {
    const loaded = new Promise((resolve) => { this.#loaded = resolve; });
    await this.send("Page.navigate", { url });
    await loaded;
  }

  async value(expression) {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  // Waits until an expression holds, for at most so many milliseconds.
  async until(expression, patience = 10_000) {
    const end = Date.now() + patience;
    while (!(await this.value(expression))) {
      if (Date.now() > end) throw new Error(`in vain: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  // A click where the middle of an element is on the screen, as a person would.
  async click(selector) {
    const place = await this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "center" });
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    const [x, y] = place;
    const event = { x, y, button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { ...event, type: "mouseMoved" });
    await this.send("Input.dispatchMouseEvent", { ...event, type: "mousePressed" });
    await this.send("Input.dispatchMouseEvent", { ...event, type: "mouseReleased" });
  }

  async press(key) {
    const text = key.length === 1 ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  async view({ width, height = 900, isDark = false, isCalm = true, isPrinted = false }) {
    const size = { width, height, deviceScaleFactor: 1, mobile: width < 500 };
    await this.send("Emulation.setDeviceMetricsOverride", size);
    await this.send("Emulation.setEmulatedMedia", {
      media: isPrinted ? "print" : "screen",
      features: [
        { name: "prefers-color-scheme", value: isDark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: isCalm ? "reduce" : "no-preference" },
      ],
    });
  }

  async picture(isWhole = true) {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: isWhole });
    return Buffer.from(data, "base64");
  }
}
