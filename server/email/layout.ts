import type { Language } from "#contract/common.ts";
import { siteName } from "#contract/site-name.ts";
import en from "#locales/mails/common.en.json" with { type: "json" };
import es from "#locales/mails/common.es.json" with { type: "json" };
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { siteAccents } from "#server/kit/site-accents.ts";
import { fill } from "#server/kit/texts.ts";

/** The content of an email; the layout around it is the same for all. All parts are plain text. */
export type Email = {
  to: string;
  language: Language;
  subject: string;
  paragraphs: readonly string[];
  /** One button; `url` absolute, http or https. */
  action?: { label: string; url: string };
  /** Small print under the rest. */
  footnote?: string;
  /**
   * The unsubscribe link, small at the end. `url` is absolute, http or https: a page to read, and by POST
   * the one-click unsubscribe that email clients offer (RFC 8058).
   */
  unsubscribe?: { label: string; url: string };
};

const texts = { en, es } as const;

/** How a mail begins: "Hello anna,". */
export function greeting({ language, login }: { language: Language; login: string }): string {
  return fill(texts[language].hello, { login });
}

/**
 * The email as HTML. Tables and inline styles, because email clients support little else. Dark colours come from a
 * media query; without it the light ones apply, so that a client that inverts colours starts from plain white.
 */
export function htmlBody(email: Email, homeUrl: string): string {
  const { language, subject, paragraphs } = email;
  const style = styles();
  const body = [
    ...paragraphs.map((text) => `<p class="t" style="${style.paragraph}">${escapeHtml(text)}</p>`),
    button(email),
    email.footnote ? `<p class="d" style="${style.small}">${escapeHtml(email.footnote)}</p>` : "",
    email.unsubscribe
      ? `<p class="d" style="${style.small}"><a class="a" href="${escapeHtml(email.unsubscribe.url)}" style="${style.link}">${escapeHtml(email.unsubscribe.label)}</a></p>`
      : "",
  ].join("\n");
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle()}</style>
</head>
<body class="b" style="${style.body}">
<div style="${style.preheader}">${escapeHtml(paragraphs[0] ?? "")}</div>
<table role="presentation" class="b" width="100%" cellpadding="0" cellspacing="0" style="${style.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="c" width="100%" cellpadding="0" cellspacing="0" style="${style.card}">
<tr><td style="padding:24px 24px 0"><a class="a" href="${escapeHtml(homeUrl)}" style="${style.brand}">${escapeHtml(siteName())}</a></td></tr>
<tr><td style="padding:16px 24px 24px">
<h1 class="t" style="${style.title}">${escapeHtml(subject)}</h1>
${body}
</td></tr>
</table>
<p class="d" style="${style.sender}">${escapeHtml(fill(texts[language].sent_by))}</p>
</td></tr></table>
</body>
</html>
`;
}

function button({ action, language }: Email): string {
  if (!action) return "";
  const url = escapeHtml(action.url);
  const style = styles();
  const { fill: ground } = siteAccents().dark;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td bgcolor="${ground}" style="border-radius:12px;background:${ground}"><a href="${url}" style="${style.button}">${escapeHtml(action.label)}</a></td></tr></table>
<p class="d" style="${style.small}">${escapeHtml(texts[language].copy_link)}<br><a class="a" href="${url}" style="${style.link}">${url}</a></p>`;
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const styles = () =>
  ({
    body: "margin:0;padding:0;background:#F1EEF6",
    preheader: "display:none;max-height:0;overflow:hidden;opacity:0",
    page: "background:#F1EEF6",
    card: "max-width:560px;background:#FFFFFF;border:1px solid #E4DFEC;border-radius:16px",
    brand: `${font};font-size:20px;font-weight:800;letter-spacing:-.02em;color:${siteAccents().light.accent};text-decoration:none`,
    title: `${font};margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:700;color:#1A1622`,
    paragraph: `${font};margin:0 0 12px;font-size:16px;line-height:1.5;color:#1A1622`,
    small: `${font};margin:16px 0 0;font-size:13px;line-height:1.5;color:#4C4460`,
    sender: `${font};margin:16px 0 0;font-size:12px;line-height:1.5;color:#4C4460`,
    button: `${font};display:inline-block;padding:14px 24px;font-size:16px;line-height:20px;font-weight:700;color:#FFFFFF;text-decoration:none;border-radius:12px`,
    link: `color:${siteAccents().light.accent};word-break:break-all`,
  }) as const;

const darkStyle = () => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .b { background: #0B0A10 !important; }
  .c { background: #1B1824 !important; border-color: #2A2637 !important; }
  .t { color: #F4F1FA !important; }
  .d { color: #B8B0C8 !important; }
  .a { color: ${siteAccents().dark.accent} !important; }
}
`;

/** The plain-text alternative. */
export function textBody({ language, paragraphs, action, footnote, unsubscribe }: Email): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const small = [
    ...(footnote ? [footnote] : []),
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ];
  return `${[...paragraphs, ...link, ...small, `-- \n${fill(texts[language].sent_by)}`].join("\n\n")}\n`;
}
