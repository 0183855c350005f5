import { afterEach, expect, test } from "vitest";
import { Refusal } from "#web/lib/api/refusal.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { signInRefusalText } from "./field-errors.ts";

afterEach(() => overwriteGetLocale(() => "en"));

test.each([
  [1, "Too many attempts. Please wait 1 second.", "Demasiados intentos. Espera 1 segundo."],
  [24, "Too many attempts. Please wait 24 seconds.", "Demasiados intentos. Espera 24 segundos."],
  [864, "Too many attempts. Please wait 15 minutes.", "Demasiados intentos. Espera 15 minutos."],
  [undefined, "Too many attempts. Please wait 60 seconds.", "Demasiados intentos. Espera 60 segundos."],
])("R-OPEN-92: an address or account with too many tries shows how long to wait: %s s", (seconds, en, es) => {
  const refused = new Refusal({ status: 429, body: { message: "", retry_after: seconds } });
  expect(signInRefusalText(refused)).toBe(en);
  overwriteGetLocale(() => "es");
  expect(signInRefusalText(refused)).toBe(es);
});
