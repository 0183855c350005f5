import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

const app = testApp();
const get = async (path: string, host?: string) => {
  const answer = await app.http.inject({ url: path, ...(host ? { headers: { host } } : {}) });
  return { status: answer.statusCode, text: answer.payload, tag: answer.headers["x-robots-tag"] };
};

test("R-ROUTE-45, R-OPEN-25: every answer under another host asks search engines not to index, none under the main one", async () => {
  for (const path of ["/api/gender", "/robots.txt", "/api/nowhere"]) {
    expect((await get(path, "cams.example")).tag, path).toBe("noindex, nofollow");
    expect((await get(path, "127.0.0.1:1")).tag, path).toBeUndefined();
  }
});

test("R-ROUTE-45: robots of the main host find the sitemap; other hosts let the tag be read", async () => {
  const main = await get("/robots.txt", "127.0.0.1:1");
  expect(main.text).toContain("Sitemap: http://127.0.0.1:1/sitemap.xml");
  expect(main.text).toContain("Disallow: /admin/");
  expect((await get("/robots.txt", "cams.example")).text).toBe("User-agent: *\nAllow: /\n");
  expect((await get("/sitemap.xml")).text).toContain("<loc>http://127.0.0.1:1/content-removal</loc>");
});

test("R-ROUTE-45, R-ROUTE-06: the sitemap names the page of each model who is shown, and of no other", async () => {
  const [shown, hidden] = [await app.model(), await app.model()];
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, hidden.id, { hidden: true }));
  const { text } = await get("/sitemap.xml");
  expect(text).toContain(`<loc>http://127.0.0.1:1/${shown.login}</loc>`);
  expect(text).not.toContain(hidden.login);
});

test("R-ROUTE-45: the sitemap names the videos and posts that everybody may find, and no other", async () => {
  const [model, hidden] = [await app.model(), await app.model()];
  const video = await createItem(app, model, { title: "A walk" });
  const post = await createItem(app, model, { kind: "post", title: "A picture" });
  const kept = [
    await createItem(app, hidden, { title: "Of nobody who is shown" }),
    await createItem(app, model, { title: "For later", starts_at: new Date(Date.now() + 3_600_000) }),
    await createItem(app, model, { title: "Not shown", visible: false }),
  ];
  await app.withTransaction((tx) => app.modules.catalog.setVisibility(tx, hidden.id, { hidden: true }));
  const { text } = await get("/sitemap.xml");
  expect(text).toContain(`<loc>http://127.0.0.1:1/videos/${video}</loc>`);
  expect(text).toContain(`<loc>http://127.0.0.1:1/allposts/${post}</loc>`);
  for (const id of kept) expect(text).not.toContain(`/videos/${id}<`);
});

test("security.txt (RFC 9116) names whom to write to and never expires", async () => {
  const { text } = await get("/.well-known/security.txt");
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires.getTime() - Date.now()).toBeGreaterThan(170 * 86_400_000);
});
