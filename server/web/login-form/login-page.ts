import { createHash } from "node:crypto";
import type { Language } from "#contract/common.ts";
import { siteName, titled } from "#contract/site-name.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { defineTexts } from "#server/kit/http/language.ts";
import { fill } from "#server/kit/texts.ts";
import { pageStyle } from "../page-style.ts";

const texts = defineTexts({
  title: { en: "Log in", es: "Entrar" },
  user: { en: "User name or email", es: "Usuario o correo" },
  password: { en: "Password", es: "Contraseña" },
  code: { en: "Code from your app, or a recovery code", es: "Código de tu aplicación o de recuperación" },
  again: {
    en: "Type your password again and the code beside it.",
    es: "Escribe de nuevo tu contraseña y también el código.",
  },
  forgot: { en: "Forgot password?", es: "¿Olvidaste tu contraseña?" },
  no_account: { en: "No account yet?", es: "¿Aún no tienes cuenta?" },
  sign_up: { en: "Sign up", es: "Crear cuenta" },
  home: { en: "{site}, home", es: "{site}, inicio" },
});

export type LoginPage = {
  language: Language;
  theme: "dark" | "light";
  /** The csrf token of the form. */
  token: string;
  /** The name that was typed before. */
  login: string;
  /** Why the form is shown again; null at first. */
  problem: string | null;
  /** The account asks for a code too. The password is never drawn: it is typed again beside the code. */
  asksCode: boolean;
};

/** Allows this page its own style, pictures of ours, and to be sent to us; no script at all. */
export const loginPagePolicy = (): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(pageStyle()).digest("base64")}'`,
    "img-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

/** The older login page: one form that needs no script. */
export function drawLoginPage({ language, theme, token, login, problem, asksCode }: LoginPage): string {
  const textOf = (key: keyof typeof texts) => escapeHtml(fill(texts[key][language]));
  const wrong = problem === null ? "" : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`;
  const described = problem === null ? "" : ' aria-describedby="problem" aria-invalid="true"';
  return `<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="csrf-token" content="${token}">
<title>${escapeHtml(titled(texts.title[language]))}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${pageStyle()}</style>
</head>
<body>
<main>
<a class="home" href="/" aria-label="${textOf("home")}"><img src="/icon.svg" alt="" width="40" height="40"> ${escapeHtml(siteName())}</a>
<h1>${textOf("title")}</h1>
${wrong}
<form method="post" action="/auth/login-form">
<input type="hidden" name="_token" value="${token}">
<label for="login">${textOf("user")}</label>
<input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="190" value="${escapeHtml(login)}"${described}>
<label for="password">${textOf("password")}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${described}>
${asksCode ? codeField(language) : ""}<button type="submit">${textOf("title")}</button>
</form>
<p class="ways"><a href="/lost-password">${textOf("forgot")}</a><span>${textOf("no_account")} <a href="/register">${textOf("sign_up")}</a></span></p>
</main>
</body>
</html>`;
}

function codeField(language: Language): string {
  return `<label for="one_time_code">${escapeHtml(texts.code[language])}</label>
<input id="one_time_code" name="one_time_code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" aria-describedby="again">
<p id="again">${escapeHtml(texts.again[language])}</p>
`;
}
