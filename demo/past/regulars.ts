import type { Language } from "../chat-bot/lines.ts";

/** A simulated fan with an account, who has been with the product since before the demo began. */
export type Regular = { login: string; language: Language; country: string };

export const regulars: readonly Regular[] = [
  { login: "slowtrain", language: "en", country: "GB" },
  { login: "benji42", language: "en", country: "US" },
  { login: "papercrane", language: "en", country: "CA" },
  { login: "westwind", language: "en", country: "IE" },
  { login: "quietcarl", language: "en", country: "US" },
  { login: "mapmaker", language: "en", country: "AU" },
  { login: "northbound", language: "en", country: "CA" },
  { login: "marlow", language: "en", country: "GB" },
  { login: "hazelnut", language: "en", country: "US" },
  { login: "tintocampo", language: "es", country: "CO" },
  { login: "camilor", language: "es", country: "CO" },
  { login: "andreaq", language: "es", country: "MX" },
  { login: "jorgitomx", language: "es", country: "MX" },
  { login: "nachete", language: "es", country: "ES" },
  { login: "rodriba", language: "es", country: "AR" },
  { login: "ximenar", language: "es", country: "CL" },
];
