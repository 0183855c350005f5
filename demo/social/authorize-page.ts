import {
  escapeHtml,
  type PageLanguage,
  providerPage,
  providerPolicy,
} from "../provider-pages/provider-page.ts";
import type { XPerson } from "./people-book.ts";

const texts = {
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

const style = `
fieldset{margin:0 0 16px;padding:0;border:1px solid var(--line);border-radius:12px;overflow:hidden}
legend{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
label.person{display:grid;grid-template-columns:20px 1fr;gap:12px;align-items:center;padding:12px 16px;min-height:48px;cursor:pointer}
label.person+label.person,.new{border-top:1px solid var(--line)}
label.person small{display:block;color:var(--dim)}
.new{display:grid;gap:8px;padding:0 16px 16px 48px;border:0}
.new label{font-size:13px;color:var(--dim);display:grid;gap:4px}
input[type=text]{font:inherit;color:inherit;background:transparent;border:1px solid var(--control);border-radius:10px;min-height:44px;padding:0 12px;width:100%}
p{margin:0 0 16px;font-size:14px}
p.bad{color:var(--error)}
button{border-radius:999px}
button.main{background:var(--fill);border-color:var(--fill);color:var(--on)}
`;

/** No script, the page's own style, and a form that leads back here and from here to the client. */
export function authorizePolicy(clientOrigin: string): string {
  return providerPolicy(style, clientOrigin, "'none'");
}

export type AuthorizePage = {
  people: readonly XPerson[];
  /** Where the form goes: this address with its query. */
  action: string;
  /** The details typed for somebody new were not right. */
  isWrong: boolean;
};

/** The page where a person chooses who they are, and whether the client may know. */
export function authorizePage(language: PageLanguage, { people, action, isWrong }: AuthorizePage): string {
  const w = texts[language];
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
  return page(language, `<p role="alert">${texts[language].wrong}</p>`);
}

function page(language: PageLanguage, content: string): string {
  const { site, title, note } = texts[language];
  return providerPage({ language, site, title, note, style, content });
}
