import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { freePort } from "#testing/free-port.ts";
import { until } from "#testing/until.ts";
import type { WebKitPrograms } from "../../scripts/find-executable.ts";
import { desktop, type Driver, type OtherPage, otherPage, type Size, waitMs } from "./other-page.ts";

/**
 * Starts WebKitGTK's small browser on a screen of its own: somebody's own page, by WebDriver. It has no WebRTC. `readWithinMs`: how
 * long what runs in the page may take to answer.
 */
export async function openWebKit(
  programs: WebKitPrograms,
  { size = desktop, readWithinMs = waitMs }: { size?: Size; readWithinMs?: number } = {},
): Promise<OtherPage> {
  const screen = await startScreen(programs.screen);
  const port = await freePort();
  const env = { ...process.env, DISPLAY: screen.display };
  const driver = spawn(programs.driver, [`--port=${port}`], { env, stdio: "ignore" });
  const server = `http://127.0.0.1:${port}`;
  await until(() => isReady(server), "WebKit's driver", waitMs);
  const browser = { binary: programs.browser, args: ["--automation"] };
  const capabilities = new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": browser });
  const page = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  await page.manage().setTimeouts({ script: readWithinMs });
  const close = async () => {
    await page.quit();
    await end(driver);
    await end(screen.program);
  };
  const opened = otherPage(driverOf(page, close));
  await opened.resize(size.width, size.height);
  return opened;
}

/** Starts an X server without a monitor, on a display that nobody has. */
async function startScreen(program: string): Promise<{ program: ChildProcess; display: string }> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const screen = spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  return { program: screen, display: `:${number.toString().trim()}` };
}

async function isReady(server: string): Promise<boolean> {
  try {
    return (await fetch(`${server}/status`)).ok;
  } catch {
    return false;
  }
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill();
  await ended;
}

function driverOf(page: WebDriver, close: () => Promise<void>): Driver<WebElement> {
  const run = (script: unknown) => `return (${String(script)})(...arguments)`;
  return {
    open: (url) => page.get(url),
    read: (script, ...args) => page.executeScript(run(script), ...args),
    load: (script) => page.executeScript(script),
    find: (script, ...args) => page.executeScript(run(script), ...args),
    press: (element) => element.click(),
    async type(element, text) {
      await page.executeScript("arguments[0].focus(); arguments[0].select()", element);
      await element.sendKeys(text.replaceAll("\n", Key.ENTER));
    },
    choose: async (element, value) => element.findElement({ css: `option[value="${value}"]` }).click(),
    keepCookie: (cookie) => page.manage().addCookie(cookie),
    async resize(width, height) {
      const window = page.manage().window();
      await window.setRect({ width, height });
      const inner = await page.executeScript<Size>("return { width: innerWidth, height: innerHeight }");
      await window.setRect({ width: 2 * width - inner.width, height: 2 * height - inner.height });
    },
    screenshot: async () => Buffer.from(await page.takeScreenshot(), "base64"),
    close,
  };
}
