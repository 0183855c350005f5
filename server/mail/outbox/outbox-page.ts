import type { Language } from "#contract/common.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import type { OutboxMail } from "../mail.ts";
import { outboxStyle } from "./outbox-style.ts";

const words = {
  en: {
    title: "Outbox",
    intro: "Every mail this demo has sent. Nothing leaves the machine.",
    empty: "No mail has been sent yet.",
    choose: "Choose a mail to read it.",
    reload: "Reload",
    plain: "Plain text",
    list: "Mails, newest first",
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
  mails: readonly OutboxMail[];
  openId: number | null;
  language: Language;
  /** Lets the page's own style pass its policy. */
  nonce: string;
};

/** The page of sent mails: a list, and the mail that is open in a frame. It works without any script. */
export function outboxPage({ mails, openId, language, nonce }: OutboxPage): string {
  const w = words[language];
  const open = mails.find((mail) => mail.id === openId) ?? null;
  const rows = mails.map((mail) => row(mail, mail === open, language)).join("");
  const list = mails.length > 0 ? `<ol>${rows}</ol>` : `<p class="empty">${w.empty}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${w.title} · Fanlight</title>
<style nonce="${nonce}">${outboxStyle}</style>
</head>
<body>
<header><h1>${w.title}</h1><p>${w.intro}</p><a class="reload" href="/dev/outbox">${w.reload}</a></header>
<main${open ? ' class="open"' : ""}>
<nav aria-label="${w.list}">${list}</nav>
<section>${open ? reader(open, language) : `<p class="empty">${w.choose}</p>`}</section>
</main>
</body>
</html>
`;
}

function row({ id, to, subject, at }: OutboxMail, current: boolean, language: Language): string {
  const mark = current ? ' aria-current="page"' : "";
  return `<li><a href="/dev/outbox?mail=${id}"${mark}><b>${escapeHtml(subject)}</b><span>${escapeHtml(to)}</span><time datetime="${at}">${timeOf(at, language)}</time></a></li>`;
}

function reader({ id, subject, to, at, text }: OutboxMail, language: Language): string {
  return `<h2>${escapeHtml(subject)}</h2>
<p class="facts">${escapeHtml(to)} · <time datetime="${at}">${timeOf(at, language)}</time></p>
<iframe title="${escapeHtml(subject)}" src="/dev/outbox/${id}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>${words[language].plain}</summary><pre>${escapeHtml(text)}</pre></details>`;
}

function timeOf(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(new Date(at))} UTC`;
}
