// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { SiteNav } from "./SiteNav.tsx";

afterEach(closePage);

test("R-NAV-23: the menu counts the streaming models on a page where the rooms were never shown", async () => {
  const nowhere = { epoch: "e", sequence: 0 };
  const { calls } = openPage(
    <SiteNav withGender={false} />,
    {
      "GET /api/video-chat-rooms": {
        data: [cardOf({ id: 1, isStream: true })],
        links: { next: null },
        meta: { current_page: 1, last_page: 1 },
        live_count: 17,
        live_from: { public: nowhere, presence: nowhere },
      } as never,
    },
    { signedIn: false, at: "/videos" },
  );
  const rooms = screen.getByRole("link", { name: /^VideoChat Rooms/ });
  expect(rooms.textContent).toBe("VideoChat Rooms");
  await screen.findByText("17 streaming now");
  expect(rooms.textContent).toContain("17 streaming now");
  expect(calls).toEqual(["/api/video-chat-rooms?gender=1&page=1"]);
});
