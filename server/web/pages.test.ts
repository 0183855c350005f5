import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { legalDocuments } from "#contract/legal.ts";
import { defaultSiteName, nameSite } from "#contract/site-name.ts";
import { requestPage, sessionOf, textOf } from "#testing/pages/page-request.ts";
import { pagePaths, privatePaths, queryNames } from "#testing/pages/paths.ts";
import { wordsIn } from "#testing/pages/words.ts";
import { demoPages } from "#testing/processes/demo-pages.ts";
import { ownLook } from "#testing/web/own-look.ts";
import { unguardedIn } from "../../scripts/browsers/newer-functions.ts";

/** The operator's name, which every page of this file is drawn under. */
const site = "Café Ñandú";
nameSite(site);
afterAll(() => nameSite(defaultSiteName));

const look = ownLook();
afterAll(() => look.remove());
const product = demoPages(look.folder);
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

test("R-I18N-01: every route is rendered in Spanish without a raw key, for everybody who may see it", async () => {
  const { origin } = product;
  expect(pagePaths.length).toBeGreaterThan(10);
  for (const login of [null, "sofia", "luna", "staff"]) {
    const own = login === null ? "adult=1" : (await sessionOf(origin, login)).cookie;
    for (const path of pagePaths) {
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

const others = queryNames.filter((name) => name !== "search");
const queries = [
  ...["%00", "%ED%A0%80", "-1", "1e400", "0000-01-01"].map((value) => [others, value] as const),
  ...["a%00b", "x".repeat(3000)].map((value) => [["search"], value] as const),
].map(([names, value]) => names.map((name) => `${name}=${value}`).join("&"));

test.each([...[null, "sofia", "luna", "staff"].entries()])(
  "whatever stands in the query of a page, it is drawn or says by 4xx that it cannot be: never an outage of ours (visitor %i: %s)",
  async (visitor, login) => {
    const { origin } = product;
    const cookie = login === null ? "adult=1" : (await sessionOf(origin, login)).cookie;
    let asks = 0;
    for (const query of queries)
      for (const path of pagePaths) {
        // From addresses of their own: limits count none of them together.
        const from = `10.${visitor}.${asks >> 8}.${asks++ & 255}`;
        const headers = { accept: "text/html", cookie, "x-forwarded-for": from };
        const { status } = await fetch(`${origin}${path}?${query}`, { headers, redirect: "manual" });
        expect(status, `${path}?${query.slice(0, 60)}`).toBeLessThan(500);
        expect(status).not.toBe(429);
      }
  },
);

test("a query that no page can have is refused as a page that says so", async () => {
  const { status, html } = await requestPage(`${product.origin}/?search=a%00b`);
  expect(status).toBe(422);
  expect(textOf(html)).toContain("We can’t show this address");
});

test("the operator's name stands on every page, and ours on none: not in titles, cards for other sites, legal documents, the installed app, nor where the site cannot be reached", async () => {
  const { origin } = product;
  let asks = 0;
  const named = async (path: string, cookie = "adult=1") => {
    // From addresses of their own: limits count none of them together.
    const from = `10.9.${asks >> 8}.${asks++ & 255}`;
    const headers = { accept: "text/html", cookie, "x-forwarded-for": from };
    const answer = await fetch(origin + path, { headers });
    expect(answer.status, path).toBeLessThan(429);
    const text = await answer.text();
    // Storage keys, file names of the build and the demo's own addresses are no words of a page.
    expect(text.replaceAll(/[\w./:@-]*fanlight[\w./:@-]*/g, ""), path).not.toMatch(/fanlight/i);
    return text;
  };
  for (const login of [null, "sofia", "luna", "staff"]) {
    const own = login === null ? "adult=1" : (await sessionOf(origin, login)).cookie;
    for (const path of pagePaths) await named(path, own);
  }
  for (const path of ["/", "/rosa", "/terms-of-service", "/no/such/page"])
    expect(await named(path), path).toMatch(new RegExp(`<title>[^<]*${site}</title>`));
  for (const language of ["en", "es"]) {
    for (const name of legalDocuments)
      expect(await named(`/${name}`, `adult=1; lang=${language}`)).toContain(site);
    expect(await named("/", `lang=${language}`)).toContain(
      wordsIn(language === "es" ? "es" : "en")("age_text"),
    );
  }
  expect(JSON.parse(await named("/manifest.webmanifest"))).toMatchObject({ name: site, short_name: site });
  for (const path of ["/offline.html", "/auth/login-form", "/api/docs"]) await named(path);
});

test("R-I18N-02, R-OPEN-97: a page speaks the browser's Spanish, English to all others, and gives search engines its one address and where it stands in each language", async () => {
  const { origin } = product;
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

test("R-ROUTE-10, R-ROUTE-18, R-ROUTE-19, R-ROUTE-20, R-ROUTE-24: a fan's own pages have heading, footer and one way on; the results of payments are public, without a footer", async () => {
  const { origin } = product;
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

test("R-PROFILE-05, R-PROFILE-12, R-ROUTE-34, R-OPEN-23, R-AMB-15: a guest reads a model's page in their language at its one address, and a name that nobody has is not found", async () => {
  const { origin } = product;
  const { html: spanish } = await requestPage(`${origin}/rosa`, { language: "es" });
  expect(spanish).toContain('<meta property="og:title" content="Rosa, ');
  expect(spanish).toContain("<footer");
  for (const shown of [/ Vallenato de día/, /35\s+tokens\/min\s+≈\s+[$]\d/])
    expect(textOf(spanish)).toMatch(shown);
  expect(spanish).not.toMatch(new RegExp(`<legend[^>]*>${wordsIn("es")("nav_gender")}</legend>`));
  const { id } = (await (await fetch(`${origin}/api/model-profile/rosa`)).json()) as { id: number };
  for (const address of [
    `/${id}`,
    "/Rosa",
    "/rosa/",
    "/global/ModelProfile?slug=rosa",
    "/global/ModelProfile/rosa",
  ]) {
    const answer = await fetch(origin + address);
    expect(answer.status, address).toBe(200);
    const html = await answer.text();
    expect(html, address).toMatch(/<h1[^>]*>(<[^>]*>)*Rosa</);
    expect(html, address).toMatch(/<link rel="canonical" href="[^"]*\/rosa"/);
  }
  for (const nobody of ["/nobodyatall", "/no.body", "/999999999"]) {
    const answer = await fetch(origin + nobody);
    expect(answer.status, nobody).toBe(404);
    expect(new URL(answer.url).pathname).toBe(nobody);
    expect(await answer.text(), nobody).toContain('<meta name="robots" content="noindex"');
  }
});

test("R-ROUTE-39, R-ROUTE-40, R-OPEN-89: an address that matches no route answers 404 with a way home, and as every page is labelled for adults", async () => {
  const { origin } = product;
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

test("R-OPEN-89: the question of age stands in the first page of a browser, works without any script, and leads to the page wanted", async () => {
  const { origin } = product;
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

test("the style and the picture of the first screen are asked for ahead of a page's scripts", async () => {
  const { origin } = product;
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
    await expect.poll(picture, { message: path, timeout: 30_000 }).toBeDefined();
    const at = (link: RegExp) => html.search(link);
    const style = at(/<link rel="stylesheet"[^>]*\/app-[^>]*>/);
    const image = at(new RegExp(`<link rel="preload"[^>]*href="${shown.exec(html)?.[1]}"`));
    expect(image, path).toBeGreaterThan(0);
    expect(image, path).toBeLessThan(at(/rel="modulepreload"/));
    expect(style, path).toBeGreaterThan(0);
    expect(style, path).toBeLessThan(at(/rel="modulepreload"/));
  }
});

test("R-NAV-17: what a button opens before any script has come is read before the button, which may be pressed at once", async () => {
  const { origin } = product;
  const { cookie } = await sessionOf(origin, "sofia");
  const pages = { "/": "menu", "/aria": "menu", "/stream/aria": "early-tip" };
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

describe("a page leads away those whom it is not for", () => {
  test("R-AUTH-36: a guest goes from a private page to the login, which returns to it", async () => {
    for (const path of privatePaths) {
      const { status, location, cookies } = await requestPage(product.origin + path);
      expect([status, location], path).toEqual([302, "/login"]);
      const kept = /routeBack=([^;]*)/.exec(cookies.join("\n"))?.[1] ?? "";
      expect(decodeURIComponent(kept)).toBe(path);
    }
  });

  test("R-AUTH-35: a fan goes home from pages for guests", async () => {
    const { cookie } = await sessionOf(product.origin, "guestfan");
    for (const path of ["/login", "/register"]) {
      const { status, location } = await requestPage(product.origin + path, { cookie });
      expect([status, location], path).toEqual([302, "/"]);
    }
  });

  test.each([
    ["R-AUTH-25", "luna", "/model/update-model-profile"],
    ["R-AUTH-24", "staff", "/admin/models"],
  ] as const)("%s: %s goes home to %s from every page for fans", async (_id, login, home) => {
    const { origin } = product;
    const { cookie } = await sessionOf(origin, login);
    for (const path of ["/", "/chat", "/my-videos", "/login", "/luna", "/fan/Settings"]) {
      const reached = await fetch(origin + path, { headers: { cookie } });
      expect([reached.status, reached.url], path).toEqual([200, origin + home]);
    }
    for (const path of ["/terms-of-service", home])
      expect((await requestPage(origin + path, { cookie })).status, path).toBe(200);
  });

  test("R-AUTH-19: a token or a fan id alone is a guest", async () => {
    const { cookie } = await sessionOf(product.origin, "guestfan");
    const login = 'href="/login"';
    for (const left of ["token", "fan_id"]) {
      const parts = cookie.split("; ").filter((part) => !part.startsWith(`${left}=`));
      const { html } = await requestPage(product.origin, { cookie: parts.join("; ") });
      expect(html, `without ${left}`).toContain(login);
    }
    expect((await requestPage(product.origin, { cookie })).html).not.toContain(login);
  });

  test("an expired session is forgotten and leads home", async () => {
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
    const expired = `${part({ alg: "HS256" })}.${part({ sub: "1", exp: 1_700_000_000 })}.c2ln`;
    const cookie = `adult=1; token=${expired}; fan_id=1`;
    const answer = await requestPage(`${product.origin}/stream/aria`, { cookie });
    expect([answer.status, answer.location]).toEqual([302, "/"]);
    for (const name of ["token", "fan_id"])
      expect(answer.cookies.join("\n")).toMatch(new RegExp(`^${name}=;.*Max-Age=0`, "m"));
  });
});

test("R-AUTH-27, R-AUTH-28, R-AUTH-29, R-AMB-10, R-AMB-11: an address with a token signs in, and leads on without it; a bad one signs nobody in, and no model's name leads away", async () => {
  const { origin } = product;
  const { token } = await sessionOf(origin, "guestfan");
  for (const [address, routeBack, target] of [
    ["/?token={token}&x=1", null, "/?x=1"],
    ["/chat/5?token={token}&model=/&x=1", "/my-videos", "/chat/5?x=1"],
    ["/?token={token}&model=luna", "/my-videos", "/luna"],
    ["/rosa?token={token}&x=1", "/my-videos", "/rosa?x=1"],
    ["/my-videos?token={token}", "/favorites-models", "/favorites-models"],
    ["/my-videos?token={token}", null, "/"],
    ["/my-videos?token={token}", "//evil.example", "/"],
  ] as const) {
    const cookie = routeBack === null ? "adult=1" : `adult=1; routeBack=${encodeURIComponent(routeBack)}`;
    const answer = await requestPage(origin + address.replace("{token}", token), { cookie });
    expect([answer.status, answer.location], address).toEqual([302, target]);
    const set = answer.cookies.join("\n");
    expect(set).toContain(`token=${token}; Path=/; SameSite=Lax; Max-Age=10800`);
    expect(set).toMatch(/^fan_id=\d+; Path=\/; SameSite=Lax; Max-Age=10800/m);
  }
  const expired = `e30.${Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url")}.c2ln`;
  for (const [address, target] of [
    [`/login?token=${expired}&x=1`, "/login?x=1"],
    ["/?token=a.b&model=https://evil.example&x=1", "/?x=1"],
    ["/?model=luna", "/luna"],
  ] as const) {
    const answer = await requestPage(origin + address);
    expect([answer.status, answer.location], address).toEqual([302, target]);
    expect(answer.cookies.join("\n")).not.toMatch(/^(token|fan_id)=/m);
  }
  expect((await requestPage(`${origin}/register?model=true`)).status).toBe(200);
});

test("R-OPEN-22, R-ROUTE-26, R-ROUTE-32, R-AMB-14, R-AMB-19: older addresses lead to the pages of today, their query kept, and past their guard", async () => {
  const { origin } = product;
  for (const [from, to] of [
    ["/auth/Login?x=1", "/login?x=1"],
    ["/auth/Register?referrer=7", "/register?referrer=7"],
    ["/fan/PaymentRequest?id=t1", "/payment-request?id=t1"],
    ["/fan/Billing/Directa24/CancelledPayment?id=t1", "/directa/cancelled-payment?id=t1"],
    ["/fan/Billing/Directa24/FailedPayment?id=t1", "/directa/failed-payment?id=t1"],
    ["/fan/Billing/Directa24/SuccessfulPayment?id=t1", "/directa/successful-payment?id=t1"],
    ["/global/TermsOfService?x=1", "/terms-of-service?x=1"],
    ["/GLOBAL/videochatrooms?x=1", "/?x=1"],
    ["/global/Trending?x=1", "/trending?x=1"],
    ["/global/TrendingOld", "/trending"],
    ["/global/Videos?x=1", "/videos?x=1"],
    ["/global/Posts", "/allposts"],
  ] as const) {
    const moved = await requestPage(origin + from);
    expect([moved.status, moved.location], from).toEqual([302, to]);
    expect((await requestPage(origin + to)).status, to).toBe(200);
  }
  for (const path of ["/global/x", "/fan/Nothing", "/auth/Nothing"])
    expect((await requestPage(origin + path)).status, path).toBe(404);
  const { cookie } = await sessionOf(origin, "guestfan");
  for (const [from, to] of [
    ["/fan/Chat", "/chat"],
    ["/fan/ChatRoom?id=5", "/chat/5"],
    ["/fan/Favorites?x=1", "/favorites-models?x=1"],
    ["/fan/MyVideos", "/my-videos"],
    ["/fan/PromoStream?token=abc", "/promo-stream/abc"],
    ["/fan/Settings", "/settings"],
    ["/fan/Stream?slug=aria", "/stream/aria"],
    ["/fan/Subscription", "/subscription-models"],
    ["/fan/PromoStream", "/"],
    ["/fan/Stream", "/"],
  ] as const) {
    expect((await requestPage(origin + from, { cookie })).location, from).toBe(to);
    expect((await requestPage(origin + to, { cookie })).location, to).toBeNull();
    if (to !== "/") expect((await requestPage(origin + to)).location, to).toBe("/login");
  }
});

test("what the built pages call that the oldest browsers lack is polyfilled or guarded", () => {
  const folder = path.join(product.buildDir, "client/assets");
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    unguardedIn(file, readFileSync(path.join(folder, file), "utf8")).map((finding) => ({ file, ...finding })),
  );
  expect(found).toEqual([]);
});

test("a site with a folder of its own has its logo, icons and colours on every page, and ours nowhere", async () => {
  const { origin } = product;
  const { html, headers } = await requestPage(`${origin}/`);
  const logo = /<img src="(\/logo-[0-9a-f]{12}\.svg)" alt="Café Ñandú"/.exec(html)?.[1] ?? "no logo";
  expect(html).not.toContain('viewBox="0 4 40 21"');
  const sheet = /<link rel="stylesheet" href="(\/site-[0-9a-f]{12}\.css)" data-precedence="site"/.exec(
    html,
  )?.[1];
  const at = (path: string, asked = {}) => fetch(origin + path, { headers: asked });
  expect(await (await at(sheet ?? "no sheet")).text()).toContain(`--accent-fill:${look.accentFill}`);
  expect(headers.get("content-security-policy")).toContain("img-src 'self' data: blob:;");

  const shown = await at(logo);
  expect(Buffer.from(await shown.arrayBuffer()).equals(look.logo)).toBe(true);
  expect(shown.headers.get("content-type")).toContain("image/svg+xml");
  expect(shown.headers.get("content-security-policy"), "a script within it never runs").toMatch(
    /^default-src 'none'; .*; sandbox$/,
  );
  expect(shown.headers.get("cache-control")).toContain("immutable");
  const again = await at(logo, { "if-none-match": shown.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);

  const manifest = (await (await at("/manifest.webmanifest")).json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.name).toBe(site);
  for (const { src, sizes } of [...manifest.icons, { src: "/icon-180.png", sizes: "180x180" }]) {
    const bytes = Buffer.from(await (await at(src)).arrayBuffer());
    const ours = readFileSync(path.join("web/public", src));
    expect(bytes.equals(ours), src).toBe(false);
    if (sizes === "any") continue;
    const { width, height } = await sharp(bytes).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
    const [red, green, blue] = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer();
    expect([red, green, blue], src).toEqual(look.iconColour);
  }
});
