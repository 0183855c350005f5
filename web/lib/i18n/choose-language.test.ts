import { expect, test } from "vitest";
import { chooseLanguage } from "./choose-language.ts";

test("R-I18N-02, R-OPEN-97: any Spanish of the browser is Spanish, everything else English", () => {
  const by = (accepted: string | null) => chooseLanguage({ profile: null, stored: null, accepted });
  expect(by("es-CO,es;q=0.9,en;q=0.8")).toBe("es");
  expect(by("en;q=0.5, es-419;q=0.9")).toBe("es");
  expect(by("de-DE,es;q=0.5")).toBe("en");
  expect(by("es;q=0, en")).toBe("en");
  expect(by("fr-FR")).toBe("en");
  expect(by("")).toBe("en");
  expect(by(null)).toBe("en");
});

test("R-I18N-03, R-OPEN-97: the account's language comes first, then the stored one, then the browser's", () => {
  expect(chooseLanguage({ profile: "en", stored: "es", accepted: "es" })).toBe("en");
  expect(chooseLanguage({ profile: null, stored: "es", accepted: "en" })).toBe("es");
  expect(chooseLanguage({ profile: null, stored: "fr", accepted: "es" })).toBe("es");
});

test("R-OPEN-97: a language in the address goes before the stored one, and gives way to the account's", () => {
  const by = (asked: string, profile: "en" | "es" | null = null) =>
    chooseLanguage({ profile, asked, stored: "en", accepted: "en" });
  expect(by("es")).toBe("es");
  expect(by("fr")).toBe("en");
  expect(by("es", "en")).toBe("en");
});
