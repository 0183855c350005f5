// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { m } from "#web/paraglide/messages.js";
import { toastStore } from "#web/ui/overlays/toast.ts";
import { modelQuery } from "./model-page.ts";
import { NotifyButton } from "./NotifyButton.tsx";

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  closePage();
});

const openButton = (status: number) =>
  openPage(<NotifyButton slug="rosa" name="Rosa" />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/model-profile/{loginOrId}": rosa,
    "POST /api/fan/notify-model": () => ({ status, body: { success: true, notified: true } }),
  });
const button = () => screen.findByRole("button", { name: "Notify me when Rosa goes live" });
const pressed = async () => (await button()).getAttribute("aria-pressed");

test("R-PROFILE-10: a fan in front of a dark stage asks to be notified, and takes it back", async () => {
  const page = openButton(200);
  expect(await pressed()).toBe("false");
  await page.user.click(await button());
  await waitFor(async () => expect(await pressed()).toBe("true"));
  await page.user.click(await button());
  await waitFor(async () => expect(await pressed()).toBe("false"));
  // The state shown at once is kept though the page is left at once.
  expect(
    page.callsOf("POST /api/fan/notify-model").map(({ body, keepalive }) => ({ body, keepalive })),
  ).toEqual([
    { body: { model_id: rosa.id, notify: true }, keepalive: true },
    { body: { model_id: rosa.id, notify: false }, keepalive: true },
  ]);
});

test("R-ERR-01: what could not be saved is undone and said with its status", async () => {
  const page = openButton(503);
  await page.user.click(await button());
  await waitFor(() => expect(page.toasts()).toEqual(["Error status 503"]));
  expect(await pressed()).toBe("false");
});

test("R-ERR-38: that a fan will be notified stands three seconds, also where it leads to the notifications of this browser", async () => {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default" });
  Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });
  const page = openButton(200);
  await page.user.click(await button());
  const link = await screen.findByRole("link", { name: m.push_here() });
  expect(link.getAttribute("href")).toBe("/notifications");
  expect(toastStore.read()[0]?.durationMs).toBeUndefined();
});

test("R-PROFILE-10: a page that was being read again when the button was pressed does not take back what was pressed", async () => {
  const late = Promise.withResolvers<Reply>();
  let reads = 0;
  const page = openPage(<NotifyButton slug="rosa" name="Rosa" />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/model-profile/{loginOrId}": () => {
      reads++;
      return reads === 2 ? late.promise : { status: 200, body: { ...rosa, notified: reads > 2 } };
    },
    "POST /api/fan/notify-model": () => ({ status: 200, body: { success: true, notified: true } }),
  });
  expect(await pressed()).toBe("false");
  void browserQueryClient().invalidateQueries({ queryKey: modelQuery("rosa").queryKey });
  await waitFor(() => expect(reads).toBe(2));
  await page.user.click(await button());
  await waitFor(() => expect(reads, "read again once it was saved").toBe(3));
  late.resolve({ status: 200, body: { ...rosa, notified: false } });
  await late.promise;
  expect(await pressed()).toBe("true");
});
