import { expect, test } from "vitest";
import { chooseLanguage } from "./choose-language.ts";

test("R-I18N-02: any Spanish of the browser is Spanish, everything else English", () => {
  const by = (accepted: string | null) => chooseLanguage({ profile: null, stored: null, accepted });
  expect(by("es-CO,es;q=0.9,en;q=0.8")).toBe("es");
  expect(by("en;q=0.5, es-419;q=0.9")).toBe("es");
  expect(by("de-DE,es;q=0.5")).toBe("en");
  expect(by("es;q=0, en")).toBe("en");
  expect(by("")).toBe("en");
  expect(by(null)).toBe("en");
});

test("R-I18N-03: the account's language comes first, then the stored one, then the browser's", () => {
  expect(chooseLanguage({ profile: "en", stored: "es", accepted: "es" })).toBe("en");
  expect(chooseLanguage({ profile: null, stored: "es", accepted: "en" })).toBe("es");
  expect(chooseLanguage({ profile: null, stored: "fr", accepted: "es" })).toBe("es");
});
