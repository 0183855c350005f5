// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

/** The module as a page loads it whose document is in that language and says that. */
async function onPage(lang: string, html: string) {
  document.documentElement.lang = lang;
  document.body.innerHTML = html;
  const made = vi.spyOn(Intl, "DisplayNames");
  const [{ nameOf }, { readDocumentLanguage, speak }] = [
    await import("./names.ts"),
    await import("./locale.ts"),
  ];
  readDocumentLanguage();
  return { nameOf, made, speak };
}

const written = `<svg aria-label="Colombia, as written" data-name-of="region CO"></svg>
  <span data-name-of="language es">Spanish, as written</span>`;

test("names that the document came with are read from it, and nothing is made that would name them", async () => {
  const { nameOf, made } = await onPage("en", written);
  expect([nameOf("region", "CO"), nameOf("language", "es")]).toEqual([
    "Colombia, as written",
    "Spanish, as written",
  ]);
  expect(made).not.toHaveBeenCalled();
  expect([nameOf("region", "NO"), nameOf("region", "ES")]).toEqual(["Norway", "Spain"]);
  expect(made).toHaveBeenCalledOnce();
});

test("after a change of the language the words of the document are not taken for those of the other", async () => {
  const { nameOf, speak } = await onPage("en", written);
  speak("es");
  expect([nameOf("region", "CO"), nameOf("language", "es")]).toEqual(["Colombia", "español"]);
});

test("what is no country or language is named by its code", async () => {
  const { nameOf } = await onPage("en", "");
  expect([nameOf("region", "?"), nameOf("language", "")]).toEqual(["?", ""]);
});
