import type { z } from "zod";
import type { Language } from "#contract/common.ts";
import { defineTexts, type Text } from "./language.ts";

/** Sentences for the codes that the contract's schemas name in their messages. */
const fieldTexts = defineTexts({
  required: { en: "required field", es: "campo obligatorio" },
  invalid: { en: "invalid value", es: "valor no válido" },
  login_characters: { en: "only digits and letters", es: "solo dígitos y letras" },
  email_format: { en: "incorrect email", es: "correo incorrecto" },
  passwords_differ: { en: "passwords must be identical", es: "las contraseñas deben ser idénticas" },
  consent_required: { en: "please accept to continue", es: "acepta para continuar" },
  whole_tokens: { en: "a whole number of tokens, 1 or more", es: "un número entero de tokens, 1 o más" },
  whole_tokens_or_none: {
    en: "a whole number of tokens, 0 or more",
    es: "un número entero de tokens, 0 o más",
  },
  card_number_required: { en: "Card number is required", es: "El número de tarjeta es obligatorio" },
  card_number_invalid: {
    en: "Please enter a valid card number",
    es: "Introduce un número de tarjeta válido",
  },
  card_number_in_text: {
    en: "Please do not write a card number here",
    es: "No escribas aquí un número de tarjeta",
  },
  cvv_required: { en: "CVV is required", es: "El CVV es obligatorio" },
  cvv_short: { en: "CVV must be at least 3 digits", es: "El CVV debe tener al menos 3 dígitos" },
  expiry_required: { en: "Expiration date is required", es: "La fecha de vencimiento es obligatoria" },
  expiry_format: { en: "Please enter MM/YY format", es: "Usa el formato MM/AA" },
  card_holder_required: { en: "Cardholder name is required", es: "El nombre del titular es obligatorio" },
  address_required: { en: "Address is required", es: "La dirección es obligatoria" },
  city_required: { en: "City is required", es: "La ciudad es obligatoria" },
  state_two_characters: { en: "State must be 2 characters", es: "El estado debe tener 2 caracteres" },
  zip_required: { en: "ZIP/Postal code is required", es: "El código postal es obligatorio" },
  country_required: { en: "Country is required", es: "El país es obligatorio" },
  file_required: { en: "please choose a file", es: "elige un archivo" },
  url_format: {
    en: "an address that begins with https:// or /",
    es: "una dirección que empiece por https:// o /",
  },
  trap: { en: "leave this field empty", es: "deja este campo vacío" },
  characters: {
    en: "characters that cannot be used here",
    es: "caracteres que no se pueden usar aquí",
  },
  order_id: { en: "invalid order", es: "pedido no válido" },
});

const minimum = (n: string): Text => ({ en: `at least ${n} characters`, es: `al menos ${n} caracteres` });
const maximum = (n: string): Text => ({
  en: `no more than ${n} characters`,
  es: `no más de ${n} caracteres`,
});

const mostTokens = (n: string): Text => {
  const tokens = Number(n).toLocaleString("en");
  return { en: `${tokens} tokens at most`, es: `${tokens} tokens como máximo` };
};

const bytesPerMegabyte = 1024 * 1024;
const tooLarge = (bytes: number): Text => {
  const size = Math.floor((bytes / bytesPerMegabyte) * 10) / 10;
  return { en: `the file may have at most ${size} MB`, es: `el archivo puede tener como máximo ${size} MB` };
};

/** The sentence for a file that is longer than `bytesMax`. */
export function fileTooLarge(bytesMax: number, language: Language): string {
  return tooLarge(bytesMax)[language];
}

/** The sentence for an issue code such as `required`, `min_3`, `max_300` or `tokens_max_100`. Unknown codes say "invalid value". */
export function fieldText(code: string, language: Language): string {
  const length = /^(min|max)_(\d+)$/.exec(code);
  if (length) return (length[1] === "min" ? minimum : maximum)(length[2] ?? "")[language];
  const most = /^tokens_max_(\d+)$/.exec(code)?.[1];
  if (most) return mostTokens(most)[language];
  return (fieldTexts[code as keyof typeof fieldTexts] ?? fieldTexts.invalid)[language];
}

/** What a schema says of a value of a wrong type or of none that it knows, and so of one that is missing. */
const typeIssues: ReadonlySet<string> = new Set(["invalid_type", "invalid_union", "invalid_value"]);

/** Of alternatives that all fail, what is wrong with the one that fits best: it names the fields. */
function leavesOf(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.input === undefined) return [issue];
  const [best] = issue.errors.toSorted((a, b) => a.length - b.length);
  if (!best || best.length === 0) return [issue];
  return best.flatMap((inner) => leavesOf({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * The code of what is wrong. A consent and a text may have words of their own for being missing; of anything else that is
 * missing its type says nothing useful.
 */
function codeOf({ code, input, message, ...issue }: z.core.$ZodIssue): string {
  if (input !== undefined || !typeIssues.has(code)) return message;
  const mayHaveOwn = code === "invalid_value" || ("expected" in issue && issue.expected === "string");
  return mayHaveOwn && message !== "invalid" && Object.hasOwn(fieldTexts, message) ? message : "required";
}

/** Turns a failed parse into `{field: [sentence]}`, one entry a field, in the caller's language. */
export function fieldErrors(error: z.core.$ZodError, language: Language): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues.flatMap(leavesOf).slice(0, 50)) {
    const field = issue.path.map(String).join(".") || "body";
    const sentence = fieldText(codeOf(issue), language);
    const known = errors[field] ?? [];
    if (!known.includes(sentence)) errors[field] = [...known, sentence];
  }
  return errors;
}
