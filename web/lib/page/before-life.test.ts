// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { clearStoredState, storedRole } from "#web/lib/session/session.ts";
import { prepareLife, replaceMissingStorage } from "./before-life.ts";

const names = ["localStorage", "sessionStorage"] as const;
const own = names.map((name) => ({ name, value: window[name] }));

afterEach(() => {
  for (const { name, value } of own)
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
});

const blocked = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

test.each([
  ["throws", { get: blocked, configurable: true }],
  ["is none", { value: null, configurable: true }],
])(
  "where storage %s a page comes alive, and keeps what it would store while it is open",
  async (_how, property) => {
    for (const name of names) Object.defineProperty(window, name, property);
    expect(() => storedRole()).toThrow();
    expect(await prepareLife(), "no other page is on its way").toBe(false);
    expect([storedRole(), sessionStorage.getItem("social_token")]).toEqual(["fan", null]);
    localStorage.setItem("role", "model");
    sessionStorage.setItem("other", "one");
    sessionStorage.removeItem("other");
    expect([storedRole(), sessionStorage.getItem("other")]).toEqual(["model", null]);
    clearStoredState();
    expect(storedRole()).toBe("fan");
  },
);

test("a browser's own storage stays", () => {
  replaceMissingStorage();
  expect(names.map((name) => window[name])).toEqual(own.map(({ value }) => value));
});
