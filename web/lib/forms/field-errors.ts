import { useMemo } from "react";
import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { Refusal } from "#web/lib/api/refusal.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

const messages: Readonly<Record<string, () => string>> = {
  required: () => m.auth_required(),
  login_characters: () => m.auth_login_characters(),
  email_format: () => m.auth_email_format(),
  passwords_differ: () => m.auth_passwords_differ(),
  consent_required: () => m.auth_consent_required(),
  login_taken: () => m.auth_login_taken(),
  email_taken: () => m.auth_email_taken(),
};

/** The sentence for a code of the form's rules; a sentence of the server's is passed through. */
export function fieldErrorMessage(code: string | undefined): string | null {
  if (code === undefined || code === "") return null;
  const length = /^(min|max)_(\d+)$/.exec(code);
  if (length) {
    const count = length[2] ?? "";
    return length[1] === "min" ? m.auth_min({ count }) : m.auth_max({ count });
  }
  return messages[code]?.() ?? code;
}

/** The sentence above the form when signing in or up was refused or got no answer. */
export function signInRefusalText({ status, code, message, retryAfter }: Refusal): string {
  if (status === 0) return m.auth_no_answer();
  // The API itself says when the code of a second factor is missing or wrong: the pair was right.
  if (status === 401 && (code === "second_factor_required" || code === "wrong_code")) return message;
  if (status === 401) return m.auth_wrong_pair();
  if (status === 403) return message || m.auth_blocked();
  if (status === 429) return m.auth_too_many({ time: waitTime(retryAfter ?? 60) });
  return message || m.auth_failed({ status });
}

/** How long to wait: "1 second", "90 seconds", "15 minutes"; minutes are rounded up, so that nobody comes too early. */
function waitTime(seconds: number): string {
  const [value, unit] = seconds > 90 ? [Math.ceil(seconds / 60), "minute"] : [Math.ceil(seconds), "second"];
  return new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** The server's answers about each field of a form that was sent without JavaScript, as the form's first errors. */
export function useServedErrors(refused: { errors: Readonly<Record<string, string[]>> } | undefined): {
  errors?: FieldErrors;
} {
  // A form takes over what it is given whenever that is another object.
  return useMemo(() => {
    if (refused === undefined) return {};
    const errors = Object.entries(refused.errors);
    return {
      errors: Object.fromEntries(
        errors.map(([field, [message = ""]]) => [field, { type: "server", message }]),
      ),
    };
  }, [refused]);
}

/** The server's answer about one field of a form whose last try it refused; null when there is none. */
export function refusedField(refusal: Refusal | null, field: string): string | null {
  return refusal?.errors?.[field]?.[0] ?? null;
}

/** The fields of the form that the server's messages name. */
function namedFields<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  errors: Readonly<Record<string, string[]>> | undefined,
): string[] {
  return Object.keys(form.getValues()).filter((field) => errors?.[field]?.[0] !== undefined);
}

/** Whether the server's messages name a field of the form. */
export function namesFields<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  errors: Readonly<Record<string, string[]>> | undefined,
): boolean {
  return namedFields(form, errors).length > 0;
}

/** Shows the server's message under each field it names and focuses the first; false when it names none of the form's. */
export function showFieldErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  errors: Readonly<Record<string, string[]>> | undefined,
): boolean {
  const wrong = namedFields(form, errors);
  for (const [index, field] of wrong.entries()) {
    const message = errors?.[field]?.[0] ?? "";
    form.setError(field as Path<Form>, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return wrong.length > 0;
}
