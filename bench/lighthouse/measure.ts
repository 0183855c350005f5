import { launch } from "chrome-launcher";
import lighthouse, { type Flags } from "lighthouse";
import { connect } from "puppeteer-core";

/**
 * `node measure.ts URL CHROMIUM COOKIE [without-scripts|applied]`: writes what Lighthouse reports of a page on a phone to
 * standard output, as JSON. `applied`: the slow line and processor are real ones, where Lighthouse else reckons from what
 * it saw on the fast ones of this machine.
 */
const [url = "", chromePath = "", cookie = "", mode = ""] = process.argv.slice(2);

const quiet = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const chrome = await launch({ chromePath, chromeFlags: quiet });
try {
  const browser = await connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
  const cookies = cookie.split("; ").map((pair) => pair.split("=", 2));
  const { hostname: domain } = new URL(url);
  await browser.setCookie(...cookies.map(([name = "", value = ""]) => ({ name, value, domain, path: "/" })));
  await browser.disconnect();
  const options: Flags = {
    port: chrome.port,
    output: "json",
    logLevel: "error",
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    ...(mode === "without-scripts" ? { blockedUrlPatterns: ["*.js"] } : {}),
    ...(mode === "applied" ? { throttlingMethod: "devtools" } : {}),
  };
  const result = await lighthouse(url, options);
  if (!result) throw new Error("Lighthouse reported nothing");
  const { categories, audits } = result.lhr;
  process.stdout.write(JSON.stringify({ categories, audits }));
} finally {
  chrome.kill();
}
