import { m } from "#web/paraglide/messages.js";

const words: Readonly<Record<string, () => string>> = {
  required: () => m.auth_required(),
  login_characters: () => m.auth_login_characters(),
  email_format: () => m.auth_email_format(),
  passwords_differ: () => m.auth_passwords_differ(),
  consent_required: () => m.auth_consent_required(),
  login_taken: () => m.auth_login_taken(),
  email_taken: () => m.auth_email_taken(),
};

/** The sentence for a code of the form's rules; a sentence of the server's is passed through. */
export function issueWords(code: string | undefined): string | null {
  if (code === undefined || code === "") return null;
  const length = /^(min|max)_(\d+)$/.exec(code);
  if (length) {
    const count = length[2] ?? "";
    return length[1] === "min" ? m.auth_min({ count }) : m.auth_max({ count });
  }
  return words[code]?.() ?? code;
}
