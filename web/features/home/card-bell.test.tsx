// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { RoomList } from "./RoomList.tsx";

afterEach(closePage);

const position = { epoch: "e", sequence: 0 };
const answers = {
  "GET /api/video-chat-rooms": {
    data: [cardOf({ id: 1, isStream: true }), cardOf({ id: 2 })],
    links: { next: null },
    meta: { current_page: 1, last_page: 1 },
    neighbours: [],
    live_count: 1,
    live_from: { public: position, presence: position },
  },
};
const bells = () => screen.queryAllByRole("button", { name: "Notify me when Luna goes live" });

test("R-PROFILE-10: a fan asks on the card of a model who is away to be notified, and takes it back; others see no bell", async () => {
  const page = openPage(<RoomList />, {
    ...answers,
    "GET /api/fan/profile": fanProfile(),
    "POST /api/fan/notify-model": ({ body }) => {
      const { notify } = body as { notify: boolean };
      return { status: 200, body: { success: true, notified: notify } };
    },
  });
  for (const notify of [true, false]) {
    await waitFor(() => expect(bells()).toHaveLength(1));
    await page.user.click(bells()[0] as HTMLElement);
    await waitFor(() => expect(bells()[0]?.getAttribute("aria-pressed")).toBe(String(notify)));
    expect(page.callsOf("POST /api/fan/notify-model").at(-1)?.body).toEqual({ model_id: 2, notify });
  }
  page.close();
  openPage(<RoomList />, answers, { signedIn: false });
  await screen.findAllByRole("link", { name: /Luna/ });
  expect(bells()).toEqual([]);
});
