// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { useCounters } from "./live/PersonalEvents.tsx";
import { NavBadge } from "./NavBadge.tsx";

afterEach(closePage);

const counters = "GET /api/get-main-page-counters";

function Menu() {
  useCounters();
  return <NavBadge badge="unread_messages" />;
}

/** A menu whose numbers are each one more than those before. */
async function openMenu() {
  let unread = 1;
  const page = openPage(<Menu />, {
    "GET /api/fan/profile": fanProfile({ unread_messages: unread }),
    [counters]: () => {
      unread += 1;
      return {
        status: 200,
        body: { unread_messages: unread, not_seen_attachments: 0, not_seen_posts: 0, not_seen_comments: 0 },
      };
    },
  });
  await screen.findByText(unreadText(1));
  const asked = () => page.callsOf(counters).length;
  return { page, asked };
}
const unreadText = (count: number) => `${count} unread message${count === 1 ? "" : "s"}`;
const focus = () => window.dispatchEvent(new Event("focus"));
const show = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));

test("R-OPEN-24: the counters come again when a window beside another gets the focus, and when a tab is shown", async () => {
  const { asked } = await openMenu();
  act(() => void focus());
  await screen.findByText(unreadText(2));
  act(() => void show());
  await screen.findByText(unreadText(3));
  expect(asked()).toBe(2);
});

test("R-OPEN-24: a tab that is shown and gets the focus asks once, one that is hidden not at all, nor does a page that was left", async () => {
  const { page, asked } = await openMenu();
  act(() => {
    show();
    focus();
  });
  await screen.findByText(unreadText(2));
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  show();
  focus();
  seen.mockRestore();
  expect(asked()).toBe(1);
  act(() => void focus());
  await waitFor(() => expect(asked()).toBe(2));
  page.close();
  focus();
  expect(asked()).toBe(2);
});
