import type { Language } from "#contract/common.ts";
import { titled } from "#contract/site-name.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import type { OutboxEmail } from "../email.ts";

const texts = {
  en: {
    title: "Outbox",
    intro: "Every email this demo has sent. Nothing leaves the machine.",
    empty: "No email has been sent yet.",
    choose: "Choose an email to read it.",
    reload: "Reload",
    plain: "Plain text",
    list: "Emails, newest first",
  },
  es: {
    title: "Bandeja de salida",
    intro: "Todos los correos que ha enviado esta demo. Nada sale de la máquina.",
    empty: "Todavía no se ha enviado ningún correo.",
    choose: "Elige un correo para leerlo.",
    reload: "Actualizar",
    plain: "Texto sin formato",
    list: "Correos, los más nuevos primero",
  },
} as const satisfies Record<Language, Record<string, string>>;

export type OutboxPage = {
  emails: readonly OutboxEmail[];
  openId: number | null;
  language: Language;
  /** Of the page's Content-Security-Policy: allows its style. */
  nonce: string;
};

/** The page of sent emails: a list, and the open email in a frame. It works without scripts. */
export function outboxPage({ emails, openId, language, nonce }: OutboxPage): string {
  const t = texts[language];
  const open = emails.find((email) => email.id === openId) ?? null;
  const rows = emails.map((email) => row(email, email === open, language)).join("");
  const list = emails.length > 0 ? `<ol>${rows}</ol>` : `<p class="empty">${t.empty}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(titled(t.title))}</title>
<style nonce="${nonce}">${outboxStyle}</style>
</head>
<body>
<header><h1>${t.title}</h1><p>${t.intro}</p><a class="reload" href="/dev/outbox">${t.reload}</a></header>
<main${open ? ' class="open"' : ""}>
<nav aria-label="${t.list}">${list}</nav>
<section>${open ? reader(open, language) : `<p class="empty">${t.choose}</p>`}</section>
</main>
</body>
</html>
`;
}

function row({ id, to, subject, at }: OutboxEmail, current: boolean, language: Language): string {
  const attribute = current ? ' aria-current="page"' : "";
  return `<li><a href="/dev/outbox?mail=${id}"${attribute}><b>${escapeHtml(subject)}</b><span>${escapeHtml(to)}</span><time datetime="${at}">${timeOf(at, language)}</time></a></li>`;
}

function reader({ id, subject, to, at, text }: OutboxEmail, language: Language): string {
  return `<h2>${escapeHtml(subject)}</h2>
<p class="meta">${escapeHtml(to)} · <time datetime="${at}">${timeOf(at, language)}</time></p>
<iframe title="${escapeHtml(subject)}" src="/dev/outbox/${id}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>${texts[language].plain}</summary><pre>${escapeHtml(text)}</pre></details>`;
}

function timeOf(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(new Date(at))} UTC`;
}

/** Styles of the outbox page: list beside the open email, one above the other on phones. */
export const outboxStyle = `
:root{color-scheme:dark light;--bg:#0b0a10;--card:#1b1824;--line:#2a2637;--text:#f4f1fa;--dim:#b8b0c8;--accent:#ff5c93}
@media (prefers-color-scheme:light){:root{--bg:#f8f6fb;--card:#fff;--line:#e4dfec;--text:#1a1622;--dim:#4c4460;--accent:#c2185b}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.45 Inter,ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;padding:16px}
h1,h2{margin:0;font-size:20px;line-height:1.2;overflow-wrap:anywhere}
p{margin:0;color:var(--dim)}
header p{flex:1 1 200px}
a{color:var(--accent)}
.reload{padding:10px 0;font-weight:600}
main{display:grid;gap:16px;padding:0 16px 16px}
nav,section{min-width:0;background:var(--card);border:1px solid var(--line);border-radius:16px}
ol{list-style:none;margin:0;padding:0;max-height:40vh;overflow-y:auto}
li+li{border-top:1px solid var(--line)}
li a{display:grid;gap:2px;padding:12px 16px;color:inherit;text-decoration:none}
li a:hover{background:var(--bg)}
li a[aria-current]{box-shadow:inset 3px 0 var(--accent)}
li span,li time,.meta{color:var(--dim);font-size:14px;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
section{padding:16px;display:grid;gap:12px;align-content:start}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:12px;background:#fff}
summary{cursor:pointer;padding:8px 0}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px}
.empty{padding:16px}
@media (min-width:992px){main{grid-template-columns:360px minmax(0,1fr)}ol{max-height:calc(100vh - 100px)}}
`;
