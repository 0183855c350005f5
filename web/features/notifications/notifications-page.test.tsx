// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Notification, notificationKinds } from "#contract/notifications.ts";
import { closePage, inTurn, openPage, type PageOptions } from "#testing/component/page.tsx";
import { Bell } from "#web/entities/notification/Bell.tsx";
import { NotificationsPage } from "./NotificationsPage.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  closePage();
});

const rosa = { login: "rosa", name: "Rosa", avatar: "/rosa.webp" };
const about = new Set([
  "live",
  "public_again",
  "show_ended",
  "subscribed",
  "renews_soon",
  "price_question",
  "search_live",
  "search_new",
  "message",
  "schedule",
]);
const notification = (id: number, kind: Notification["kind"], read = false): Notification => ({
  id,
  kind,
  at: "2026-11-23T10:00:00.000Z",
  read,
  model: about.has(kind) ? rosa : null,
  receipt_id: kind === "show_ended" ? 77 : null,
  chat_id: kind === "message" ? 5 : null,
});

/** The page of a fan with these notifications, with the bell of its header. */
function openNotifications(items: Notification[], options: PageOptions = {}) {
  let known = items;
  return openPage(
    <>
      <Bell />
      <NotificationsPage />
    </>,
    {
      "GET /api/fan/notifications": ({ query }) => {
        const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
        const rest = known.filter(({ id }) => id < before);
        const unread = known.filter(({ read }) => !read).length;
        return { status: 200, body: { data: rest.slice(0, 20), unread, more: rest.length > 20 } };
      },
      "POST /api/fan/notifications/read": ({ body }) => {
        const { up_to } = body as { up_to: number };
        known = known.map((item) => (item.id <= up_to ? { ...item, read: true } : item));
        return { status: 200, body: { success: true, unread: 0 } };
      },
    },
    { at: "/notifications", ...options },
  );
}

const bell = () => screen.getAllByRole("link")[0]?.getAttribute("aria-label");

test("what is new is counted by the bell, read by looking at it, and stays marked while one is here", async () => {
  const page = openNotifications([
    notification(3, "live"),
    notification(2, "show_ended"),
    notification(1, "subscribed", true),
  ]);
  await waitFor(() => expect(page.callsOf("POST /api/fan/notifications/read")).toHaveLength(1));
  expect(page.callsOf("POST /api/fan/notifications/read")[0]?.body).toEqual({ up_to: 3 });
  await waitFor(() => expect(bell()).toBe("Notifications"));
  const rows = screen.getAllByRole("listitem");
  expect(rows.map((row) => within(row).queryByText("New") !== null)).toEqual([true, true, false]);
  expect(rows.map((row) => within(row).getByRole("link").getAttribute("href"))).toEqual([
    "/stream/rosa",
    "/receipts/77",
    "/subscription-models",
  ]);
});

test("what comes while nobody has the page before them stays unread until somebody does", async () => {
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const page = openNotifications([notification(3, "live")]);
  await screen.findAllByRole("listitem");
  expect(page.callsOf("POST /api/fan/notifications/read")).toEqual([]);
  seen.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(page.callsOf("POST /api/fan/notifications/read")).toHaveLength(1));
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(bell()).toBe("Notifications"));
  expect(page.callsOf("POST /api/fan/notifications/read")).toHaveLength(1);
});

test.each(["en", "es"] as const)("every kind has its words and leads somewhere, in %s", async (language) => {
  openNotifications(
    notificationKinds.map((kind, at) => notification(100 - at, kind, true)),
    { language },
  );
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(notificationKinds.length));
  const texts = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(new Set(texts).size).toBe(notificationKinds.length);
  for (const row of screen.getAllByRole("listitem"))
    expect(within(row).getByRole("link").getAttribute("href")).toMatch(/^\/[a-z]/);
});

test("older ones that cannot be had are asked for again by the same button, which says so", async () => {
  const all = Array.from({ length: 25 }, (_, n) => notification(25 - n, "reward", true));
  const list = (data: Notification[], more: boolean) => ({ status: 200, body: { data, unread: 0, more } });
  const page = openPage(<NotificationsPage />, {
    "GET /api/fan/notifications": inTurn(
      list(all.slice(0, 20), true),
      { status: 503, body: { code: "unavailable", message: "Not now." } },
      list(all.slice(20), false),
    ),
  });
  await page.user.click(await screen.findByRole("button", { name: "Show older" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("alert").textContent).toBe("This didn’t load");
  expect(screen.getAllByRole("listitem")).toHaveLength(20);
  await page.user.click(retry);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(25));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("older ones are fetched by a press, and a fan without any reads how to get them", async () => {
  const page = openNotifications(Array.from({ length: 25 }, (_, n) => notification(25 - n, "reward", true)));
  await page.user.click(await screen.findByRole("button", { name: "Show older" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(25));
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
  page.close();
  openNotifications([]);
  expect(await screen.findByText("Nothing new yet")).toBeDefined();
});

test.each([
  ["en", "A former model is live now", "Your subscription to a former model is paid."],
  ["es", "Una cuenta cerrada está en vivo", "una cuenta cerrada"],
] as const)(
  "R-OPEN-15: what is about a model who has left names nobody, and leads to no room (%s)",
  async (language, live, subscribed) => {
    const left = (id: number, kind: Notification["kind"]) => ({ ...notification(id, kind), model: null });
    openNotifications([left(2, "live"), left(1, "subscribed")], { language });
    const [newest, oldest] = await screen.findAllByRole("listitem");
    if (!newest || !oldest) throw new Error("two are listed");
    expect(newest.textContent).toContain(live);
    expect(oldest.textContent).toContain(subscribed);
    expect(within(newest).getByRole("link").getAttribute("href")).toBe("/");
  },
);
