// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { reloadOnceForLostCode } from "#web/lib/load-code.ts";
import { clearStoredState, dropSession, settleStoredRole, storedRole } from "#web/lib/session/session.ts";
import { storeSession } from "#web/lib/session/sign-in.ts";
import { localStore, sessionStore, storageLoss } from "./storage.ts";

const names = ["localStorage", "sessionStorage"] as const;
const own = names.map((name) => ({ name, value: window[name] }));

afterEach(() => {
  for (const { name, value } of own)
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  for (const store of [localStore, sessionStore]) store.clear();
  storageLoss.set({ lost: false });
  dropSession();
});

const refuse = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};
const full = { getItem: () => null, setItem: refuse, removeItem() {}, clear() {} };
const throwing = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse };
const ways: [string, PropertyDescriptor][] = [
  ["is blocked, so that its property throws", { get: refuse, configurable: true }],
  ["is none", { value: null, configurable: true }],
  ["is full, or has a quota of 0", { value: full, configurable: true }],
  ["throws whatever is done", { value: throwing, configurable: true }],
];

test.each(ways)(
  "where storage %s, a session begins and the page keeps what it would store",
  (_how, property) => {
    for (const name of names) Object.defineProperty(window, name, property);
    storeSession({ accessToken: "t", expiresIn: 60, fan_id: 7, role: "model" });
    expect(storedRole()).toBe("model");
    settleStoredRole({ role: "fan" });
    expect(storedRole(), "the profile's role counts").toBe("fan");
    expect(sessionStore.setItem("other", "one"), "it is not stored").toBe(false);
    expect([sessionStore.getItem("other"), storageLoss.get().lost]).toEqual(["one", true]);
    sessionStore.removeItem("other");
    expect(sessionStore.getItem("other")).toBeNull();
    expect(reloadOnceForLostCode(), "a reload would not be remembered").toBe(false);
    clearStoredState();
    expect(storedRole()).toBe("fan");
  },
);

test("what fits again is stored again, and what no longer fits does not leave its older value behind", () => {
  localStore.setItem("role", "fan");
  const real = window.localStorage;
  const quota = { getItem: real.getItem.bind(real), setItem: refuse, removeItem: real.removeItem.bind(real) };
  Object.defineProperty(window, "localStorage", { value: quota, configurable: true });
  localStore.setItem("role", "model");
  expect([localStore.getItem("role"), real.getItem("role")]).toEqual(["model", null]);
  Object.defineProperty(window, "localStorage", { value: real, configurable: true });
  expect(localStore.setItem("role", "admin")).toBe(true);
  expect([localStore.getItem("role"), real.getItem("role")]).toEqual(["admin", "admin"]);
});
