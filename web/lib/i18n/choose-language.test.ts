import { expect, test } from "vitest";
import { languageOf } from "#server/kit/http/language.ts";
import { chooseLanguage } from "./choose-language.ts";

test("R-I18N-02, R-OPEN-97: the browser's Spanish is Spanish, as are the languages of its neighbours, everything else English, on pages and in answers alike", () => {
  for (const [accepted, language] of [
    ["es-CO,es;q=0.9,en;q=0.8", "es"],
    ["en;q=0.5, es-419;q=0.9", "es"],
    ["de-DE,es;q=0.5", "es"],
    ["es,en", "es"],
    ["en,es", "en"],
    ["es;q=0, en", "en"],
    ["es;q=0, ca", "en"],
    ["es;q=x, fr", "en"],
    ["fr-FR", "en"],
    ["est", "en"],
    ["*", "en"],
    ["", "en"],
    [undefined, "en"],
    ["ca-ES,ca;q=0.9,es;q=0.8,en;q=0.7", "es"],
    ["ca-ES,ca;q=0.9,en;q=0.8", "es"],
    ["ca,en;q=0.9,es;q=0.1", "en"],
    ["en,gl;q=0.5", "en"],
    ...["gl-ES", "eu", "gn-PY", "qu-PE", "pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7"].map((each) => [each, "es"]),
  ] as const) {
    expect(chooseLanguage({ profile: null, stored: null, accepted: accepted ?? null }), accepted).toBe(
      language,
    );
    expect(languageOf(accepted), accepted).toBe(language);
  }
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
