// @vitest-environment happy-dom
import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { recallLanguage } from "./recall-language.ts";

/** The cookies that the browser keeps and sends, unless it refuses them. */
let cookies = "";
let isRefused = false;
let reload: MockInstance;

beforeEach(() => {
  cookies = "";
  document.documentElement.lang = "en";
  reload = vi.spyOn(location, "reload").mockReturnValue(undefined);
  isRefused = false;
  Object.defineProperty(document, "cookie", {
    configurable: true,
    get: () => cookies,
    set(text: string) {
      if (!isRefused) cookies = text.slice(0, text.indexOf(";"));
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  // The property of this document goes; the one of every document stays.
  Reflect.deleteProperty(document, "cookie");
  localStorage.clear();
});

const open = () => runInThisContext(recallLanguage);

test("R-I18N-03, R-OPEN-97: a guest whose cookie is gone reads the page in the stored language, and once", () => {
  localStorage.setItem("lang", "es");
  open();
  expect([cookies, reload.mock.calls.length]).toEqual(["lang=es", 1]);
  open();
  document.documentElement.lang = "es";
  open();
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["nothing is stored", "", ""],
  ["it is in the stored language", "en", ""],
  ["what is stored is no language of ours", "fr", ""],
  ["the cookie says another one", "es", "adult=1; lang=en"],
  ["somebody is signed in", "es", "token=a.b.c; fan_id=7"],
])("R-OPEN-97: the page stays as it is where %s", (_why, stored, sent) => {
  if (stored !== "") localStorage.setItem("lang", stored);
  cookies = sent;
  open();
  expect([cookies, reload.mock.calls.length]).toEqual([sent, 0]);
});

test("where cookies are refused the page is not read again and again", () => {
  localStorage.setItem("lang", "es");
  isRefused = true;
  open();
  expect(reload).not.toHaveBeenCalled();
});

test("where storage is blocked nothing happens, and nothing fails", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(open).not.toThrow();
  expect([cookies, reload.mock.calls.length]).toEqual(["", 0]);
});
