import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { siteName } from "#contract/site-name.ts";
import { asksForPage } from "#server/kit/http/asks-for-page.ts";
import { languageOf } from "#server/kit/http/language.ts";
import { type problem, waitProblem } from "#server/kit/http/problem.ts";

/** When to come back, in seconds. */
export const retryAfterSeconds = 2;
const pageReloadSeconds = 5;

/**
 * Answers 503 with `Retry-After`: a small page to a browser that opens one, else `{message, code: "overloaded",
 * retry_after}`. Guarantees that nothing was done.
 */
export function refuseOverloaded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers } = request;
  reply.status(503).header("cache-control", "no-store");
  if (asksForPage(request)) {
    reply.header("retry-after", pageReloadSeconds).header("content-security-policy", pagePolicy);
    return reply.type("text/html; charset=utf-8").send((page ??= pageOf(siteName())));
  }
  reply.header("retry-after", retryAfterSeconds);
  return reply.send(overloadedProblem({ language: languageOf(headers["accept-language"]) }).body);
}

/** The refusal of one call after its admission. */
export function overloadedProblem(call: Parameters<typeof problem>[0]) {
  return waitProblem(call, "overloaded", retryAfterSeconds);
}

const style = `
:root{color-scheme:dark light}
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:28px;padding:24px;background:#0B0A10;color:#F4F1FA;font:16px/1.45 ui-sans-serif,system-ui,sans-serif}
section{max-width:46ch}h1{margin:0 0 8px;font-size:24px}p{margin:0;color:#B8B0C8}a{color:#FF5C93}
`;

const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "frame-ancestors 'self'",
].join("; ");

/** Made once: under load it must cost nothing. */
let page: string | undefined;

/** It has the same text in both languages, and loads itself again. */
const pageOf = (site: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${pageReloadSeconds}">
<title>${site} · 503</title>
<style>${style}</style>
</head>
<body>
<section><h1>${site} is very busy</h1>
<p>This page tries again in a few seconds. Or <a href="">try now</a>.</p></section>
<section lang="es"><h1>${site} está muy ocupado</h1>
<p>Esta página lo intenta de nuevo en unos segundos. O <a href="">inténtalo ahora</a>.</p></section>
</body>
</html>`;
