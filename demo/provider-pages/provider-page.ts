import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { acceptedLanguage } from "#contract/accept-language.ts";

export type PageLanguage = "en" | "es";

/** One page of a simulated provider. `style` is what it needs beside the common one; `mark` is drawn before its name. */
export type ProviderPage = {
  language: PageLanguage;
  site: string;
  mark?: string;
  title: string;
  note: string;
  style: string;
  content: string;
};

const common = `
:root{color-scheme:dark light;--bg:#0b0a10;--card:#1b1824;--line:#2a2637;--text:#f4f1fa;--dim:#b8b0c8;--fill:#f4f1fa;--on:#0b0a10;--control:#6b6380;--accent:#d6246e;--press:#bc1c5f;--error:#ff6b78}
@media (prefers-color-scheme:light){:root{--bg:#f1eef6;--card:#fff;--line:#e4dfec;--text:#1a1622;--dim:#4c4460;--fill:#1a1622;--on:#fff;--control:#857c99;--accent:#c2185b;--press:#a3124b;--error:#b3261e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.45 Inter,ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
main{width:min(440px,100%);background:var(--card);border:1px solid var(--line);border-radius:20px;padding:24px}
.site{display:flex;align-items:center;gap:12px;color:var(--dim);font-size:14px;font-weight:600}
h1{margin:12px 0 8px;font-size:22px;line-height:1.2}
p{margin:0;color:var(--dim)}
.choices{display:grid;gap:10px}
button,.back{font:inherit;font-weight:600;min-height:48px;border-radius:12px;border:1px solid var(--control);background:transparent;color:var(--text);cursor:pointer;display:grid;place-items:center;text-decoration:none}
:focus-visible{outline:2px solid #ff5c93;outline-offset:2px}
.note{margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);font-size:13px}
`;

/**
 * The policy of a page with that `style`: no script, its own style, forms that lead back here and to `formsTo`;
 * `frames` names who may show it in a frame.
 */
export function providerPolicy(style: string, formsTo: string, frames: "'none'" | "'self'"): string {
  const hash = createHash("sha256")
    .update(common + style)
    .digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `form-action 'self' ${formsTo}`,
    `frame-ancestors ${frames}`,
    "base-uri 'none'",
  ].join("; ");
}

/** The whole document; `content` is markup and must have been escaped. */
export function providerPage({
  language,
  site,
  mark = "",
  title,
  note,
  style,
  content,
}: ProviderPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${site}</title>
<style>${common}${style}</style>
</head>
<body>
<main>
  <div class="site">${mark}${site}</div>
  <h1>${title}</h1>
  ${content}
  <p class="note">${note}</p>
</main>
</body>
</html>`;
}

/** The language chosen on the site where it is known, since both are served from one host; else the browser's. */
export function providerLanguage({ headers }: Pick<FastifyRequest, "headers">): PageLanguage {
  const chosen = /(?:^|;\s*)lang=(en|es)(?:;|$)/.exec(headers.cookie ?? "")?.[1];
  if (chosen) return chosen as PageLanguage;
  return acceptedLanguage(headers["accept-language"]) ?? "en";
}

/** Text as it may stand between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
