import { createHash } from "node:crypto";
import type { XPerson } from "./people-book.ts";

const words = {
  en: {
    title: "Let Fanlight know who you are?",
    site: "Simulated X",
    note: "This is a simulated X for the demonstration. Nothing reaches the real one.",
    who: "Who are you?",
    noEmail: "no email",
    someone: "Somebody new",
    handle: "Handle",
    email: "Email (may stay empty)",
    sees: "Fanlight will see your handle and, if you share it, your email.",
    accept: "Authorize app",
    without: "Authorize without email",
    refuse: "Cancel",
    wrong: "This request is not one that the simulated X can answer.",
    badHandle: "A handle has 1 to 15 letters, digits or underscores. An email needs its @.",
  },
  es: {
    title: "¿Quieres que Fanlight sepa quién eres?",
    site: "X simulado",
    note: "Este X es simulado, para la demostración. Nada llega al verdadero.",
    who: "¿Quién eres?",
    noEmail: "sin correo",
    someone: "Alguien nuevo",
    handle: "Usuario",
    email: "Correo (puede quedar vacío)",
    sees: "Fanlight verá tu usuario y, si lo compartes, tu correo.",
    accept: "Autorizar la aplicación",
    without: "Autorizar sin correo",
    refuse: "Cancelar",
    wrong: "El X simulado no puede responder a esta petición.",
    badHandle: "Un usuario tiene de 1 a 15 letras, cifras o guiones bajos. Un correo necesita su @.",
  },
} as const;

export type PageLanguage = keyof typeof words;

const style = `
:root{color-scheme:dark light;--bg:#0b0a10;--card:#1b1824;--line:#2a2637;--text:#f4f1fa;--dim:#b8b0c8;--fill:#f4f1fa;--on:#0b0a10;--control:#6b6380;--error:#ff6b78}
@media (prefers-color-scheme:light){:root{--bg:#f1eef6;--card:#fff;--line:#e4dfec;--text:#1a1622;--dim:#4c4460;--fill:#1a1622;--on:#fff;--control:#857c99;--error:#b3261e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.45 Inter,ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
main{width:min(440px,100%);background:var(--card);border:1px solid var(--line);border-radius:20px;padding:24px}
.site{color:var(--dim);font-size:14px;font-weight:600}
h1{margin:8px 0 16px;font-size:22px;line-height:1.2}
fieldset{margin:0 0 16px;padding:0;border:1px solid var(--line);border-radius:12px;overflow:hidden}
legend{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
label.person{display:grid;grid-template-columns:20px 1fr;gap:12px;align-items:center;padding:12px 16px;min-height:48px;cursor:pointer}
label.person+label.person,.new{border-top:1px solid var(--line)}
label.person small{display:block;color:var(--dim)}
.new{display:grid;gap:8px;padding:0 16px 16px 48px;border:0}
.new label{font-size:13px;color:var(--dim);display:grid;gap:4px}
input[type=text],input[type=email]{font:inherit;color:inherit;background:transparent;border:1px solid var(--control);border-radius:10px;min-height:44px;padding:0 12px;width:100%}
p{margin:0 0 16px;color:var(--dim);font-size:14px}
p.bad{color:var(--error)}
.choices{display:grid;gap:10px}
button{font:inherit;font-weight:600;min-height:48px;border-radius:999px;border:1px solid var(--control);background:transparent;color:var(--text);cursor:pointer}
button.main{background:var(--fill);border-color:var(--fill);color:var(--on)}
:focus-visible{outline:2px solid #ff5c93;outline-offset:2px}
.note{margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);font-size:13px}
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** No script, the page's own style, and a form that leads back here and from here to the client. */
export function authorizePolicy(clientOrigin: string): string {
  const forms = `form-action 'self' ${clientOrigin}`;
  return `default-src 'none'; style-src 'sha256-${styleHash}'; ${forms}; frame-ancestors 'none'; base-uri 'none'`;
}

export type AuthorizePage = {
  people: readonly XPerson[];
  /** Where the form goes: this address with its query. */
  action: string;
  /** What was typed for somebody new was not right. */
  isWrong: boolean;
};

/** The page where a person says who they are, and whether the client may know. */
export function authorizePage(language: PageLanguage, { people, action, isWrong }: AuthorizePage): string {
  const w = words[language];
  const rows = people.map(
    ({ id, handle, email }, index) => `
      <label class="person"><input type="radio" name="person" value="${id}"${index === 0 && !isWrong ? " checked" : ""}>
        <span>@${escapeHtml(handle)}<small>${email === null ? w.noEmail : escapeHtml(email)}</small></span></label>`,
  );
  return page(
    language,
    `<p>${w.sees}</p>${isWrong ? `<p class="bad" role="alert">${w.badHandle}</p>` : ""}
  <form method="post" action="${escapeHtml(action)}">
    <fieldset><legend>${w.who}</legend>${rows.join("")}
      <label class="person"><input type="radio" name="person" value="new"${isWrong ? " checked" : ""}><span>${w.someone}</span></label>
      <div class="new">
        <label>${w.handle}<input type="text" name="handle" maxlength="15" autocomplete="off" autocapitalize="none"></label>
        <label>${w.email}<input type="text" name="email" maxlength="190" inputmode="email" autocomplete="off"></label>
      </div>
    </fieldset>
    <div class="choices">
      <button class="main" name="decision" value="accept">${w.accept}</button>
      <button name="decision" value="without_email">${w.without}</button>
      <button name="decision" value="refuse">${w.refuse}</button>
    </div>
  </form>`,
  );
}

/** The page for a request that names no known client, or asks for something else than a code with PKCE. */
export function wrongRequestPage(language: PageLanguage): string {
  return page(language, `<p role="alert">${words[language].wrong}</p>`);
}

function page(language: PageLanguage, content: string): string {
  const w = words[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${w.site}</title>
<style>${style}</style>
</head>
<body>
<main>
  <div class="site">${w.site}</div>
  <h1>${w.title}</h1>
  ${content}
  <p class="note">${w.note}</p>
</main>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
