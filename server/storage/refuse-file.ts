import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { titled } from "#contract/site-name.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { languageOf } from "#server/kit/http/language.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";

export type FileRefusal = "signed_out" | "link_invalid" | "link_expired" | "not_found";

/** Refuses a private file: 403 or 404, as a page for browsers that navigate to its address. */
export function refuseFile(request: FastifyRequest, reply: FastifyReply, code: FileRefusal): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  const { status, body } = problem({ language }, keyOf(code, { not_found: "file_not_found" }));
  reply.status(status).header("cache-control", "no-store");
  if (!/\btext\/html\b/.test(request.headers.accept ?? "")) return reply.send(body);
  return reply
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(page(language, body.message, code));
}

const pageTexts = {
  en: { title: "This file cannot be shown", login: "Log in", home: "Back home" },
  es: { title: "Este archivo no se puede mostrar", login: "Entrar", home: "Volver al inicio" },
} as const;

const style = `:root{color-scheme:dark light}
body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:18vh auto 0;padding:0 1.5rem}
h1{font-size:1.4rem}a{display:inline-block;padding:.7rem 1.2rem .7rem 0}`;
const styleHash = createHash("sha256").update(style).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'self'`;

function page(language: "en" | "es", message: string, code: FileRefusal): string {
  const { title, login, home } = pageTexts[language];
  const links = [
    ...(code === "signed_out" ? [`<a href="/login">${login}</a>`] : []),
    `<a href="/">${home}</a>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(titled(title))}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
<p>${links.join("")}</p>
</body>
</html>`;
}
