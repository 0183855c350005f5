import { m } from "#web/paraglide/messages.js";

const words: Readonly<Record<string, () => string>> = {
  required: () => m.auth_required(),
  email_format: () => m.auth_email_format(),
  url_format: () => m.support_url_format(),
  choose: () => m.support_choose(),
  card_number_in_text: () => m.pay_error_card_number_in_text(),
};

/** The sentence for a code of the form's rules; a sentence of the server's is passed through. */
export function fieldErrorMessage(code: string | undefined): string | null {
  if (code === undefined || code === "") return null;
  const [, kind, count = ""] = /^(min|max)_(\d+)$/.exec(code) ?? [];
  if (kind) return kind === "min" ? m.auth_min({ count }) : m.auth_max({ count });
  return words[code]?.() ?? code;
}
