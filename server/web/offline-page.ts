import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Language } from "#contract/common.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { defineTexts } from "#server/kit/http/texts.ts";
import { OFFLINE_PAGES } from "#web/service-worker/offline-pages.ts";
import { pageStyle } from "./page-style.ts";

const words = defineTexts({
  title: { en: "No connection", es: "Sin conexión" },
  text: {
    en: "This page needs a connection. It opens by itself as soon as you are back.",
    es: "Esta página necesita conexión. Se abre sola en cuanto vuelva.",
  },
  retry: { en: "Retry", es: "Reintentar" },
  home: { en: "Fanlight, home", es: "Fanlight, inicio" },
});

const logo = readFileSync(join(import.meta.dirname, "../../web/public/icon.svg"), "utf8").replace(
  "<svg ",
  '<svg width="40" height="40" aria-hidden="true" ',
);

/** Takes over the look that was chosen, and loads the page that was wanted once the server answers. */
const script = `
document.documentElement.dataset.theme=/(^|; )theme=light/.test(document.cookie)?"light":"dark";
let waitMs=2000;
const again=()=>location.reload();
const ask=()=>setTimeout(async()=>{
  const {status}=await fetch("/healthz",{cache:"no-store"}).catch(()=>({status:502}));
  if(status!==502&&status!==504)return again();
  waitMs=Math.min(waitMs*2,15000);
  ask();
},waitMs);
addEventListener("online",again);
ask();
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/**
 * The pages, one a language, that the service worker keeps and shows instead of one that cannot be had. They name no
 * file of a build and nobody, so that they stay true for as long as they are kept.
 */
export function offlinePageRoutes(app: FastifyInstance): void {
  for (const [language, path] of Object.entries(OFFLINE_PAGES) as [Language, string][])
    app.get(path, (_request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .headers({
          "content-security-policy": policy,
          "cache-control": "no-cache",
          "x-robots-tag": "noindex",
        })
        .send(drawOfflinePage(language)),
    );
}

function drawOfflinePage(language: Language): string {
  const say = (word: keyof typeof words) => escapeHtml(words[word][language]);
  return `<!doctype html>
<html lang="${language}" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${say("title")} · Fanlight</title>
<style>${pageStyle}</style>
<script>${script}</script>
</head>
<body>
<main>
<a class="home" href="/" aria-label="${say("home")}">${logo} Fanlight</a>
<h1>${say("title")}</h1>
<p>${say("text")}</p>
<a class="button" href="">${say("retry")}</a>
</main>
</body>
</html>`;
}
