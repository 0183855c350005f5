import { readdirSync, readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#web/routes.ts";
import { expect, test } from "./fixtures.ts";
import { restingFooter } from "./footer.ts";
import { demoPassword } from "./people.ts";
import { visitPage } from "./visitor.ts";
import { wordsIn } from "./words.ts";

/** Something that exists for each part of an address that is open. */
const examples: Readonly<Record<string, string>> = { ":slug": "aria", ":id": "1", "*": "no/such/page" };

const paths = pathsOf(routes);
const keys = readdirSync("locales")
  .filter((file) => file.endsWith(".es.json"))
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(`locales/${file}`, "utf8")) as object));

test("R-I18N-01: every route is rendered in Spanish without a raw key, for whoever may see it", async ({
  request,
}) => {
  expect(paths.length).toBeGreaterThan(10);
  for (const login of [null, "sofia", "luna", "staff"]) {
    const cookie = `adult=1; lang=es${login ? `; ${await sessionOf(request, login)}` : ""}`;
    for (const path of paths) {
      const answer = await request.get(path, { headers: { cookie }, maxRedirects: 0 });
      if (answer.status() >= 300 && answer.status() < 400) continue;
      const html = await answer.text();
      if (login === null || login === "sofia")
        expect(html, `${login} at ${path}`).toContain('<html lang="es"');
      const text = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]+>/g, " ");
      const raw = text.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)?.filter((word) => keys.includes(word)) ?? [];
      expect(raw, `${login} at ${path}`).toEqual([]);
    }
  }
});

test("R-I18N-02, R-OPEN-97: a page speaks the browser's Spanish, and English to all others", async ({
  request,
}) => {
  const spoken = async (accepted: string) => {
    const html = await (await request.get("/login", { headers: { "accept-language": accepted } })).text();
    return /<html lang="(\w+)"/.exec(html)?.[1];
  };
  expect(await spoken("es-CO")).toBe("es");
  expect(await spoken("en-GB")).toBe("en");
  expect(await spoken("fr-FR")).toBe("en");
});

test("R-OPEN-97: search engines learn a page's one address and where it stands in each language", async ({
  request,
  baseURL,
}) => {
  const html = await (await request.get("/register/?lang=es&referrer=7")).text();
  expect(html).toContain('<html lang="es"');
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/register?lang=es"`);
  for (const language of ["en", "es"])
    expect(html).toMatch(
      new RegExp(
        `<link rel="alternate" hrefLang="${language}" href="${baseURL}/register\\?lang=${language}"`,
        "i",
      ),
    );
});

test("R-NAV-06, R-I18N-04, R-I18N-05: genders and legal texts change with the language, without a reload", async ({
  visit,
  request,
}) => {
  const guest = await visit({ locale: "en-GB" });
  const { page, words } = guest;
  const { data } = (await (await request.get("/api/gender")).json()) as {
    data: { name_en: string; name_es: string }[];
  };
  const differing = data.find(({ name_en, name_es }) => name_en !== name_es);
  await visitPage(page, "/");
  await page.evaluate("window.sameDocument = true");
  const genders = page.getByRole("radiogroup", { name: words("nav_gender") });
  await expect(genders.or(page.getByRole("group", { name: words("nav_gender") })).first()).toContainText(
    differing?.name_en ?? "",
  );
  const change = async (from: string, to: string) => {
    const name = wordsIn(to === "es" ? "en" : "es")("nav_language_is", { name: from });
    await page.getByRole("button", { name }).click();
    await page.locator(`button[lang=${to}]`).click();
    await expect(page.locator("html")).toHaveAttribute("lang", to);
  };
  await change("English", "es");
  const spanish = wordsIn("es");
  await expect(page.getByText(differing?.name_es ?? "", { exact: true }).first()).toBeVisible();
  const footer = await restingFooter({ ...guest, words: spanish });
  await footer.getByRole("link", { name: spanish("legal_terms_of_service") }).click();
  const title = page.getByRole("heading", { level: 1 });
  const texts = (await (await request.get("/api/terms-of-service")).json()) as Record<
    "en" | "es",
    { title: string }
  >;
  await expect(title).toHaveText(texts.es.title);
  await change("Español", "en");
  await expect(title).toHaveText(texts.en.title);
  expect(await page.evaluate("window.sameDocument")).toBe(true);
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

async function sessionOf(request: APIRequestContext, login: string): Promise<string> {
  const answer = await request.post("/api/web_login", { data: { login, password: demoPassword } });
  const { accessToken, fan_id } = (await answer.json()) as { accessToken: string; fan_id: number };
  return `token=${accessToken}; fan_id=${fan_id}`;
}
