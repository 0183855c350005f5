import { readdirSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { legalDocuments } from "#contract/legal.ts";
import routes from "#web/routes.ts";
import { expect, test } from "./fixtures.ts";
import { requestPage, sessionOf, textOf } from "./page-request.ts";
import { wordsIn } from "./words.ts";

/** Something that exists for each part of an address that is open. */
const examples: Readonly<Record<string, string>> = { ":slug": "aria", ":id": "1", "*": "no/such/page" };
const paths = pathsOf(routes);
const keys = readdirSync("locales")
  .filter((file) => file.endsWith(".es.json"))
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(`locales/${file}`, "utf8")) as object));
const words = wordsIn("en");

/** A fan's own pages: address, heading, whether the footer is shown. */
const fansPages = [
  ["/favorites-models", "nav_favorites", true],
  ["/subscription-models", "nav_subscriptions", true],
  ["/my-videos", "nav_my_videos", true],
  ["/chat", "nav_chat", false],
  ["/chat/999999", "nav_chat", false],
  ["/promo-stream/abc", "promo_refused_title", false],
] as const;

test("R-I18N-01: every route is rendered in Spanish without a raw key, for everybody who may see it", async ({
  product: { origin },
}) => {
  expect(paths.length).toBeGreaterThan(10);
  for (const login of [null, "sofia", "luna", "staff"]) {
    const own = login === null ? "adult=1" : (await sessionOf(origin, login)).cookie;
    for (const path of paths) {
      const { location, html } = await requestPage(origin + path, { cookie: `lang=es; ${own}` });
      if (location !== null) continue;
      if (login === null || login === "sofia")
        expect(html, `${login} at ${path}`).toContain('<html lang="es"');
      const raw =
        textOf(html)
          .match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)
          ?.filter((word) => keys.includes(word)) ?? [];
      expect(raw, `${login} at ${path}`).toEqual([]);
    }
  }
});

/** Everything that a page reads of its query. */
const queryNames = (
  "search lang page gender tag language country age_min age_max rate_min rate_max new sort filters tab type from to " +
  "month target state tickets day token email referrer model route login id twitter outcome back next show promo with"
).split(" ");

test("whatever stands in the query of a page, it is drawn or says by 4xx that it cannot be: never an outage of ours", async ({
  product: { origin },
}) => {
  const others = queryNames.filter((name) => name !== "search");
  const asked = [
    ...["%00", "%ED%A0%80", "-1", "1e400", "0000-01-01"].map((value) => [others, value] as const),
    ...["a%00b", "x".repeat(3000)].map((value) => [["search"], value] as const),
  ];
  let asks = 0;
  for (const login of [null, "sofia", "luna", "staff"]) {
    const cookie = login === null ? "adult=1" : (await sessionOf(origin, login)).cookie;
    for (const [names, value] of asked)
      for (const path of paths) {
        const query = names.map((name) => `${name}=${value}`).join("&");
        // From addresses of their own: limits count none of them together.
        const from = `10.${(asks += 1) >> 16}.${(asks >> 8) & 255}.${asks & 255}`;
        const headers = { accept: "text/html", cookie, "x-forwarded-for": from };
        const { status } = await fetch(`${origin}${path}?${query}`, { headers, redirect: "manual" });
        expect(status, `${login} at ${path}?${query.slice(0, 60)}`).toBeLessThan(500);
        expect(status).not.toBe(429);
      }
  }
  const refused = await requestPage(`${origin}/?search=a%00b`);
  expect(refused.status).toBe(422);
  expect(textOf(refused.html)).toContain("This address asks for something that we cannot show");
});

test("R-I18N-02, R-OPEN-97: a page speaks the browser's Spanish, English to all others, and gives search engines its one address and where it stands in each language", async ({
  product: { origin },
}) => {
  for (const [accepted, language] of [
    ["es-CO", "es"],
    ["en-GB", "en"],
    ["fr-FR", "en"],
  ]) {
    const answer = await fetch(`${origin}/login`, { headers: { "accept-language": accepted ?? "" } });
    expect(await answer.text(), accepted).toContain(`<html lang="${language}"`);
  }
  const { html } = await requestPage(`${origin}/register/?lang=es&referrer=7`);
  expect(html).toContain('<html lang="es"');
  expect(html).toContain(`<link rel="canonical" href="${origin}/register?lang=es"`);
  expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
  for (const language of ["en", "es"])
    expect(html).toMatch(
      new RegExp(
        `<link rel="alternate" hrefLang="${language}" href="${origin}/register\\?lang=${language}"`,
        "i",
      ),
    );
});

test("R-ROUTE-10, R-ROUTE-18, R-ROUTE-19, R-ROUTE-20, R-ROUTE-24: a fan's own pages have heading, footer and one way on; the results of payments are public, without a footer", async ({
  product: { origin },
}) => {
  const { cookie } = await sessionOf(origin, "guestfan");
  for (const [path, heading, footer] of fansPages) {
    const { status, html } = await requestPage(origin + path, { cookie });
    expect(status, path).toBe(200);
    expect(textOf(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? ""), path).toContain(words(heading));
    expect(html.includes("<footer"), `the footer of ${path}`).toBe(footer);
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0], path).toMatch(/<a [^>]*href="\//);
  }
  for (const path of [
    "/directa/failed-payment",
    "/directa/cancelled-payment?id=t1",
    "/directa/successful-payment",
    "/payment-request",
  ]) {
    const { status, html } = await requestPage(origin + path);
    expect(status, path).toBe(200);
    expect(html, path).not.toContain("<footer");
  }
});

test("R-ROUTE-39, R-ROUTE-40, R-OPEN-89: an address that matches no route answers 404 with a way home, and as every page is labelled for adults", async ({
  product: { origin },
}) => {
  const missing = await requestPage(`${origin}/no/such/page`);
  expect(missing.status).toBe(404);
  expect(missing.html).toMatch(/<h1[^>]*>This page could not be found<\/h1>/);
  expect(missing.html).toMatch(/>404</);
  expect(missing.html).toMatch(/<a[^>]*href="\/"[^>]*>(<[^>]*>)*Back home/);
  const { cookie } = await sessionOf(origin, "guestfan");
  const room = await requestPage(`${origin}/stream/nobody`, { cookie });
  expect(room.status).toBe(404);
  expect(room.html).toContain("Sorry, the page you are looking for could not be found</h1>");
  const label = "RTA-5042-1996-1400-1577-RTA";
  for (const path of ["/", "/login", "/terms-of-service", "/no/such/page"]) {
    const { headers, html } = await requestPage(origin + path);
    expect(headers.get("rating"), path).toBe(label);
    expect(html, path).toContain(`<meta name="rating" content="${label}"`);
  }
});

test("R-OPEN-89: the question of age stands in the first page of a browser, works without any script, and leads to the page wanted", async ({
  product: { origin },
}) => {
  const question = 'role="dialog" aria-modal="true"';
  const wanted = "/register?referrer=7";
  const first = await requestPage(origin + wanted, { cookie: "" });
  expect(first.html).toContain(question);
  const action = /<form action="(\/preferences\?back=[^"]*)" method="post"/.exec(first.html)?.[1] ?? "";
  const body = new URLSearchParams({ adult: "1" });
  const answered = await fetch(origin + action, { method: "POST", body, redirect: "manual" });
  expect([answered.status, answered.headers.get("location")]).toEqual([303, wanted]);
  const [cookie = ""] = answered.headers.getSetCookie();
  expect((await requestPage(origin + wanted, { cookie: cookie.split(";")[0] })).html).not.toContain(question);
  for (const name of [...legalDocuments, "content-removal"]) {
    const { status, html } = await requestPage(`${origin}/${name}`, { cookie: "" });
    expect(status, name).toBe(200);
    expect(html, name).toMatch(/<h1/);
    expect(html, name).not.toContain(question);
  }
});

test("the style and the picture of the first screen are asked for ahead of a page's scripts", async ({
  product: { origin },
}) => {
  const { cookie } = await sessionOf(origin, "sofia");
  const pages: [path: string, picture: RegExp][] = [
    ["/", /<img src="(\/files\/live\/[^"]+)" data-live/],
    ["/aria", /srcSet="(\/world\/[^"]+\/aria-360x640\.webp)"/],
    ["/stream/aria", /<img src="(\/world\/[^"]+\/aria-360x640\.webp)"/],
  ];
  for (const [path, shown] of pages) {
    let html = "";
    const picture = async () => {
      html = (await requestPage(origin + path, { cookie })).html;
      return shown.exec(html)?.[1];
    };
    // A room's first live picture comes a little after its stream.
    await expect.poll(picture, path).toBeDefined();
    const at = (link: RegExp) => html.search(link);
    const style = at(/<link rel="stylesheet"[^>]*\/app-[^>]*>/);
    const image = at(new RegExp(`<link rel="preload"[^>]*href="${shown.exec(html)?.[1]}"`));
    expect(image, path).toBeGreaterThan(0);
    expect(image, path).toBeLessThan(at(/rel="modulepreload"/));
    expect(style, path).toBeGreaterThan(0);
    expect(style, path).toBeLessThan(at(/rel="modulepreload"/));
  }
});

test("R-NAV-17: what a button opens before any script has come is read before the button, which may be pressed at once", async ({
  product: { origin },
}) => {
  const { cookie } = await sessionOf(origin, "sofia");
  const pages = { "/": "menu", "/aria": "menu", "/stream/chiara": "early-tip" };
  for (const [path, known] of Object.entries(pages)) {
    const { html } = await requestPage(origin + path, { cookie });
    const opened = [...html.matchAll(/<button[^>]* popoverTarget="([^"]+)"[^>]*>/gi)];
    expect(
      opened.map(([, id]) => id),
      path,
    ).toContain(known);
    for (const { 1: id, index } of opened) {
      const place = html.search(new RegExp(`<div id="${id}" popover`));
      expect(place, `${path} ${id}`).toBeGreaterThan(0);
      expect(place, `${path} ${id}`).toBeLessThan(index);
    }
  }
});

function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = children ? pathsOf(children, own) : [];
    const page = path !== undefined || index ? [fillIn(own) || "/"] : [];
    return [...page, ...below];
  });
}

function fillIn(path: string): string {
  return path
    .split("/")
    .map((part) => examples[part] ?? part)
    .join("/");
}
