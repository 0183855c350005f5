// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PushState } from "#contract/push.ts";
import { closePage, fanProfile, openPage, type PageOptions } from "#testing/component/page.tsx";
import { storageKeys } from "#web/lib/constants.ts";
import { Bell } from "./Bell.tsx";
import { PushHere } from "./PushHere.tsx";

const endpoint = "https://push.example.com/this-browser";
const subscription = { endpoint, keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) } };

/** The behaviour of this test's browser when it is asked. */
type Browser = {
  permission: NotificationPermission;
  answer?: NotificationPermission;
  service?: "away";
  key?: string;
};
let [asked, unsubscribed] = [0, 0];

beforeEach(() => {
  [asked, unsubscribed] = [0, 0];
});
afterEach(() => {
  closePage();
  localStorage.removeItem(storageKeys.push);
  Reflect.deleteProperty(navigator, "serviceWorker");
});

function browser({ permission, answer = "granted", service, key = "key" }: Browser): void {
  let subscribed = permission === "granted" && service === undefined;
  const made = {
    endpoint,
    options: { applicationServerKey: new TextEncoder().encode(key).buffer },
    toJSON: () => subscription,
    async unsubscribe() {
      subscribed = false;
      unsubscribed += 1;
    },
  };
  const pushManager = {
    getSubscription: async () => (subscribed ? made : null),
    async subscribe() {
      if (service === "away") throw new DOMException("Registration failed", "AbortError");
      subscribed = true;
      return made;
    },
  };
  const registration = { pushManager };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  vi.stubGlobal("PushManager", class {});
  const notification = {
    permission,
    async requestPermission() {
      asked += 1;
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal("Notification", notification);
}

function open(device: PushState["device"] = null, options: PageOptions = {}, part = <PushHere />) {
  let state: PushState = { public_key: btoa("key"), device };
  return openPage(
    part,
    {
      "GET /api/fan/profile": fanProfile(),
      "GET /api/fan/notifications": { data: [], unread: 0, more: false },
      "GET /api/fan/push": () => ({ status: 200, body: state }),
      "POST /api/fan/push": ({ body }) => {
        const { details } = body as { details: boolean };
        state = { ...state, device: { endpoint, details } };
        return { status: 200, body: state };
      },
      "DELETE /api/fan/push": () => ({ status: 204 }),
    },
    options,
  );
}

const here = () => screen.findByRole<HTMLInputElement>("switch", { name: "Also on this device" });
const ready = () => waitFor(async () => expect((await here()).disabled).toBe(false));
const bodies = (page: ReturnType<typeof open>) => page.callsOf("POST /api/fan/push").map(({ body }) => body);

test("the browser is asked by the press alone, and notified without details until they are chosen", async () => {
  browser({ permission: "default" });
  const page = open();
  await ready();
  expect(asked).toBe(0);
  await page.user.click(await here());
  await waitFor(async () => expect((await here()).checked).toBe(true));
  expect(asked).toBe(1);
  await page.user.click(await screen.findByRole("switch", { name: "Show names and details" }));
  await waitFor(() => expect(bodies(page)).toHaveLength(2));
  expect(bodies(page)).toEqual([
    { ...subscription, details: false },
    { ...subscription, details: true },
  ]);
  await page.user.click(await here());
  await waitFor(() => expect(page.callsOf("DELETE /api/fan/push")).toHaveLength(1));
  await waitFor(async () => expect((await here()).checked).toBe(false));
  expect(localStorage.getItem(storageKeys.push)).toBeNull();
});

test.each([
  [{ permission: "default", answer: "denied" }, /browser blocks notifications/],
  [{ permission: "default", answer: "default" }, /didn’t answer the browser/],
  [{ permission: "default", service: "away" }, /can’t receive notifications right now/],
] as const)("what came of the press is said, and nothing is turned on: %o", async (how, words) => {
  browser(how);
  const page = open();
  await ready();
  await page.user.click(await here());
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(words));
  expect((await here()).checked).toBe(false);
  expect(bodies(page)).toEqual([]);
});

test("a browser that cannot be notified, or whose owner said no, says so before anybody presses, in both languages", async () => {
  open();
  expect(await screen.findByText(/can’t show notifications for closed pages/)).toBeDefined();
  closePage();
  browser({ permission: "denied" });
  open(null, { language: "es" });
  expect(await screen.findByText(/navegador bloquea las notificaciones/)).toBeDefined();
});

test("a subscription that was made for another key of the server gives way to one for this", async () => {
  browser({ permission: "granted", key: "old" });
  const page = open();
  await ready();
  await page.user.click(await here());
  await waitFor(() => expect(bodies(page)).toHaveLength(1));
  expect(unsubscribed).toBe(1);
});

test("in a new session the browser of a fan who chose it is notified again, without asking; of another fan it is not", async () => {
  const { id } = fanProfile();
  browser({ permission: "granted" });
  localStorage.setItem(storageKeys.push, JSON.stringify({ fanId: id, details: true }));
  const page = open(null, {}, <Bell />);
  await waitFor(() => expect(bodies(page)).toEqual([{ ...subscription, details: true }]));
  closePage();
  localStorage.setItem(storageKeys.push, JSON.stringify({ fanId: id + 1, details: true }));
  const other = open(null, {}, <Bell />);
  await waitFor(() => expect(other.calls.some((path) => path.includes("notifications"))).toBe(true));
  expect(bodies(other)).toEqual([]);
  expect(asked).toBe(0);
});
