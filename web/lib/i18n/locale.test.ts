// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { dropCookie, writeCookie } from "#web/lib/cookies.ts";
import { keepShownLanguage } from "./locale.ts";

const kept = () => localStorage.getItem("shown_lang");

beforeEach(() => {
  localStorage.clear();
  dropCookie("lang");
  vi.spyOn(navigator, "language", "get").mockReturnValue("es-CO");
});

test("R-I18N-03: the language of a page is kept for the offline page where nothing else tells it, and else nothing is kept", () => {
  keepShownLanguage("es");
  expect(kept()).toBeNull();
  keepShownLanguage("en");
  expect(kept()).toBe("en");
  writeCookie("lang", "en", 60);
  keepShownLanguage("en");
  expect(kept()).toBeNull();
  keepShownLanguage("es");
  expect(kept()).toBe("es");
});
