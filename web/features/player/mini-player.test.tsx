// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { miniRoom } from "#web/entities/room/mini-room.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { MiniPlayer } from "./MiniPlayer.tsx";

afterEach(() => {
  act(() => miniRoom.set({ slug: null }));
  closePage();
});

const live: ModelPage = {
  ...rosa,
  isStream: true,
  pictures: { ...rosa.pictures, tall: "/rosa.webp" },
  stream: { ...rosa.stream, stream_status: "began" },
};

const corner = () => screen.queryByRole("region", { name: "Small player: Rosa" });

/** A page beside which Rosa's room, which has been left, goes on. */
async function openBeside() {
  const page = openPage(<MiniPlayer raised={false} />, {
    "GET /api/model-profile/{loginOrId}": live,
    "POST /api/stream/{slug}/playback": () => ({ status: 409, body: { code: "stream_not_started" } }),
  });
  expect(corner()).toBeNull();
  act(() => miniRoom.set({ slug: "rosa" }));
  await waitFor(() => expect(corner()).not.toBeNull());
  return page;
}

const turn = (change: Partial<ModelPage["stream"]>) =>
  act(() => {
    const page: ModelPage = { ...live, stream: { ...live.stream, ...change } };
    browserQueryClient().setQueryData(modelQuery("rosa").queryKey, page);
  });

test("a room that was left goes on in a corner, leads back, and is closed by a press", async () => {
  const page = await openBeside();
  await waitFor(() => expect(page.callsOf("POST /api/stream/{slug}/playback")).toHaveLength(1));
  expect(screen.getByRole("link", { name: "Back to Rosa’s room" }).getAttribute("href")).toBe("/stream/rosa");
  turn({ stream_status: "paused" });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Back soon"));
  await page.user.click(screen.getByRole("button", { name: "Close the small player" }));
  expect(corner()).toBeNull();
  expect(page.toasts()).toEqual([]);
});

test.each([
  [{ stream_type: "private" }, "Rosa is in a private show."],
  [{ stream_status: "stopped" }, "Rosa is offline."],
] as const)("it closes by itself and says why: %o", async (change, words) => {
  const page = await openBeside();
  turn(change);
  await waitFor(() => expect(page.toasts()).toEqual([words]));
  expect(corner()).toBeNull();
});
