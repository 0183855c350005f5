import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Language } from "#contract/common.ts";
import { siteName } from "#contract/site-name.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { defineTexts } from "#server/kit/http/language.ts";
import { fill } from "#server/kit/texts.ts";
import { cookieNames, storageKeys } from "#web/lib/constants.ts";
import { offlinePage } from "#web/service-worker/rules.ts";
import type { Look } from "./look/look.ts";
import { pageStyle } from "./page-style.ts";

const texts = defineTexts({
  title: { en: "No connection", es: "Sin conexión" },
  text: {
    en: "{site} cannot be reached. This page opens as soon as the connection is back.",
    es: "No se puede llegar a {site}. Esta página se abre sola en cuanto vuelva la conexión.",
  },
  again: { en: "Try again", es: "Intentar de nuevo" },
  still: { en: "Still no connection", es: "Todavía no hay conexión" },
  home: { en: "{site}, home", es: "{site}, inicio" },
});

const mark = readFileSync(join(import.meta.dirname, "../../web/public/icon.svg"), "utf8").replace(
  "<svg ",
  '<svg width="40" height="40" aria-hidden="true" ',
);

const styleOf = () => `${pageStyle()}
main{display:none;padding-bottom:8px}
[lang=en] main[lang=en],[lang=es] main[lang=es]{display:block}
button{width:100%}
button:disabled{opacity:.6;cursor:default}
[role=status]{min-height:1.45em;margin:12px 0 0;color:var(--dim);text-align:center}
`;

/**
 * Takes over the language and theme of the last page, and loads the requested page as soon as
 * the server answers: it polls, and asks when the device has a network again, when the page becomes visible, and
 * when they press the button.
 */
const scriptOf = (site: string) => `
const root = document.documentElement;
const cookie = (name) => (document.cookie.match("(?:^|; )" + name + "=([^;]*)") || [])[1];
const shown = localStorage.getItem(${JSON.stringify(storageKeys.shownLanguage)});
root.lang = (shown || cookie(${JSON.stringify(cookieNames.language)}) || navigator.language).startsWith("es") ? "es" : "en";
root.dataset.theme = cookie(${JSON.stringify(cookieNames.theme)}) === "light" ? "light" : "dark";
document.title = ${JSON.stringify(texts.title)}[root.lang] + ${JSON.stringify(` · ${site}`)};

const load = () => location.pathname === ${JSON.stringify(offlinePage)} ? location.replace("/") : location.reload();
async function ask() {
  try {
    const { status } = await fetch("/healthz", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(4000) });
    if (status === 502 || status === 504) return false;
  } catch {
    return false;
  }
  load();
  return true;
}
let waitMs = 1000;
function askLater() {
  setTimeout(async () => {
    waitMs = Math.min(waitMs * 2, 15000);
    if (!(await ask())) askLater();
  }, waitMs);
}
askLater();
addEventListener("online", ask);
addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const status = button.parentElement.querySelector("[role=status]");
  status.textContent = "";
  button.disabled = true;
  if (await ask()) return;
  status.textContent = ${JSON.stringify(texts.still)}[root.lang];
  button.disabled = false;
  button.focus();
});
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policyOf = (script: string, style: string) =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

const htmlOf = (
  site: string,
  { script, style }: { script: string; style: string },
  drawn: string,
) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(site)}</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body>
${drawIn("en", site, drawn)}
${drawIn("es", site, drawn)}
</body>
</html>`;

function drawIn(language: Language, site: string, drawn: string): string {
  const textOf = (key: keyof typeof texts) => escapeHtml(fill(texts[key][language]));
  return `<main lang="${language}">
<a class="home" href="/" aria-label="${textOf("home")}">${drawn.replaceAll("#g", `#g-${language}`).replace('id="g"', `id="g-${language}"`)} ${escapeHtml(site)}</a>
<h1>${textOf("title")}</h1>
<p>${textOf("text")}</p>
<button type="button">${textOf("again")}</button>
<p role="status"></p>
</main>`;
}

/**
 * `GET /offline.html`: the page that the service worker keeps and shows instead of one that cannot be had, under that
 * one's address, with the product's mark unless the site has a look of its own. It names no file of a build and nobody, so that it stays true for as long as it is kept.
 */
export function offlinePageRoute(
  app: FastifyInstance,
  { logo, hasIcons }: Pick<Look, "logo" | "hasIcons">,
): void {
  const site = siteName();
  const script = scriptOf(site);
  const style = styleOf();
  const policy = policyOf(script, style);
  const html = htmlOf(site, { script, style }, logo === null && !hasIcons ? mark : "");
  app.get(offlinePage, (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .headers({ "content-security-policy": policy, "cache-control": "no-cache", "x-robots-tag": "noindex" })
      .send(html),
  );
}
