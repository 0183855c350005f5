import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { noServiceWorker } from "#server/web/static-files.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { expect, test } from "./fixtures.ts";
import { type Visitor, visitPage } from "./visitor.ts";

test.use({ serviceWorkers: "allow" });

/** The lines that a browser writes into its console about a network that is gone. */
const noNetwork = /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_\w+)|Failed to load resource|WebSocket/;
const codePath = /^\/assets\/[\w.-]+$/;
const frontPage = /^\/\?build=/;
const LISTS = ["/trending", "/videos", "/allposts"];

/** Path and query of everything that the caches of this browser hold. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

/** Waits until the worker has kept each file of the build that this page has loaded. */
async function expectCodeKept(page: Page): Promise<void> {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  const code = loaded.filter((path) => codePath.test(path));
  expect(code.length).toBeGreaterThan(0);
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining(code));
}

/** Visits the front page and waits until the service worker has this page and has kept all that it shows. */
async function visitFrontPage({ page }: Visitor, address = "/"): Promise<void> {
  await visitPage(page, address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const wanted of [/^\/offline\.html$/, frontPage])
    await expect.poll(() => kept(page)).toContainEqual(expect.stringMatching(wanted));
  await expectCodeKept(page);
}

const heading = ({ page }: Visitor, name: string) => page.getByRole("heading", { level: 1, name });

test("R-AUTH-27: without a connection a guest sees the public lists as they saw them last, and a page of ours in place of others; of somebody with a session the browser keeps nothing, and shows them no page of a guest", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO", theme: "light" });
  const { page, words } = guest;
  guest.problems.expect(noNetwork);
  await visitFrontPage(guest);
  const isKept = async (path: string) => {
    await expect.poll(() => kept(page)).toContainEqual(expect.stringContaining(`${path}?build=`));
    await expectCodeKept(page);
  };
  const items = page.getByRole("main").getByRole("listitem");
  await test.step("the lists are kept however the guest came to them", async () => {
    await page
      .getByRole("navigation", { name: words("nav_main") })
      .getByRole("link", { name: words("nav_videos") })
      .click();
    await expect(heading(guest, words("nav_videos"))).toBeVisible();
    await isKept("/videos");
    for (const path of ["/trending", "/allposts"]) {
      await visitPage(page, path);
      await isKept(path);
    }
  });
  await page.context().setOffline(true);
  for (const [path, title] of [
    ["/trending", "nav_trending"],
    ["/allposts", "nav_posts"],
    ["/videos", "nav_videos"],
    ["/", "home_title"],
  ] as const) {
    await page.goto(path);
    await expect(heading(guest, words(title))).toBeVisible();
    await expect(items.first()).toBeVisible();
    await expect(page.locator(".offline-bar")).toBeVisible();
  }
  await test.step("another page is stood in for, in its language and theme, until the connection is back", async () => {
    await page.goto("/videos?search=luna");
    await expect(heading(guest, "Sin conexión")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.getByRole("button", { name: "Intentar de nuevo" }).click();
    await expect(page.getByRole("status")).toHaveText("Todavía no hay conexión");
    await expect(page).toHaveURL(/\/videos\?search=luna$/);
    await page.context().setOffline(false);
    await expect(heading(guest, words("nav_videos"))).toBeVisible();
    await expect(page).toHaveURL(/\/videos\?search=luna$/);
  });
  await test.step("once they have signed in", () => expectNothingKept(guest));
});

/**
 * Signs in at the login as somebody who reads English: from then on the browser keeps no page, and shows none that it has
 * kept of the guest.
 */
async function expectNothingKept(guest: Visitor): Promise<void> {
  const { page, words } = guest;
  await page.goto("/login");
  await page.getByLabel(words("auth_user")).fill("nico");
  await page.getByLabel(words("auth_password"), { exact: true }).fill("fanlight-demo");
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await expect(page.getByTestId("balance")).toBeVisible();
  const before = (await kept(page)).filter((path) => !codePath.test(path));
  for (const path of ["/", ...LISTS, "/settings"]) await visitPage(page, path);
  expect((await kept(page)).filter((path) => !codePath.test(path))).toEqual(before);
  const texts = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const answers = await Promise.all(all.map(async (cache) => cache.matchAll()));
    return (await Promise.all(answers.flat().map((answer) => answer.text()))).join("\n");
  });
  expect(texts).not.toContain("nico@");
  expect(texts).not.toContain((await page.context().cookies()).find(({ name }) => name === "token")?.value);
  await test.step("the language is that of a page that was left before it was ever idle", async () => {
    // No page of ours, which would write its own language.
    await page.goto("/robots.txt");
    await page.evaluate((key) => localStorage.setItem(key, "es"), storageKeys.shownLanguage);
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await visitPage(page, "/settings");
  });
  await page.context().setOffline(true);
  for (const path of [...LISTS, "/"]) {
    await page.goto(path);
    await expect(heading(guest, "No connection")).toBeVisible();
  }
  await page.context().setOffline(false);
  await expect(page.getByTestId("balance")).toBeVisible();
}

/** Waits for a check for a new build that is under way: it has read the one before already. */
const workerChecked = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

/**
 * The caches' contents, once no worker waits for the one before any more: Chromium lets it begin when the other has no
 * work left, or after five minutes, and an end of the other is an end of its work.
 */
async function keptWithoutWaiting(page: Page): Promise<string> {
  const waits = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === "installed",
  );
  if (waits) {
    const browser = await page.context().newCDPSession(page);
    await browser.send("ServiceWorker.enable");
    await browser.send("ServiceWorker.stopAllWorkers");
    await browser.detach();
  }
  return (await kept(page)).join();
}

type Proxied = { address: string; editWorker(edit: (script: string) => string): void };

/**
 * Runs with the product behind a proxy that may hand out another worker: what a browser asks for to update its own one
 * passes by the routes of a test. Event sockets are refused.
 */
async function behindProxy(product: string, run: (proxied: Proxied) => Promise<void>): Promise<void> {
  let edit = (script: string) => script;
  const proxy = createServer((asked, answer) => {
    // Without these the product would answer that its worker, the one before the edit, has not changed.
    const { "if-none-match": _tag, "if-modified-since": _since, ...headers } = asked.headers;
    headers["accept-encoding"] = "identity";
    const forwarded = request(product + asked.url, { method: asked.method, headers }, (got) => {
      const { "content-length": _length, ...kept } = got.headers;
      answer.writeHead(got.statusCode ?? 502, kept);
      if (asked.url === "/sw.js") void text(got).then((script) => answer.end(edit(script)));
      else got.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  });
  proxy.on("upgrade", (_asked, socket) => socket.destroy());
  await once(proxy.listen(0), "listening");
  try {
    await run({
      address: `http://localhost:${(proxy.address() as AddressInfo).port}/`,
      editWorker: (next) => {
        edit = next;
      },
    });
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
}

test("R-ERR-24: a new build takes over under open pages, whose code stays; switched off, the worker goes with all it kept", async ({
  visit,
  baseURL,
}) => {
  const guest = await visit();
  const { page } = guest;
  guest.problems.expect(noNetwork);
  await behindProxy(baseURL ?? "", async ({ address, editWorker }) => {
    await visitFrontPage(guest, address);
    const before = await kept(page);
    const buildId = /build=([0-9a-f]{16})/.exec(before.join())?.[1] ?? "";
    const later = await guest.newTab();
    await workerChecked(page);
    editWorker((script) => script.replaceAll(buildId, "0123456789abcdef"));
    await visitPage(later, address);
    // A page that is opened brings the check by itself, but not as long as the worker is busy.
    await workerChecked(page);
    await expect.poll(() => keptWithoutWaiting(page)).not.toContain(buildId);
    await visitPage(later, address);
    await expect.poll(async () => (await kept(page)).join()).toContain("0123456789abcdef");
    expect(await kept(page)).toEqual(expect.arrayContaining(before.filter((path) => codePath.test(path))));
    await workerChecked(page);
    editWorker(() => noServiceWorker);
    await visitPage(later, address);
    await workerChecked(page);
    await expect.poll(() => keptWithoutWaiting(page)).toBe("");
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
  });
});
