// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLastPicture } from "#web/entities/room/preview/last-picture.ts";
import { PlayerPicture } from "./PlayerPicture.tsx";
import { PlayerContext } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  cleanup();
  vi.runAllTimers();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A preview that shows a frame; this document draws nothing, but its canvas has the size of it. */
function preview(width = 180): HTMLVideoElement {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  return Object.defineProperties(document.createElement("video"), {
    videoWidth: { value: width },
    videoHeight: { value: width * 2 },
  });
}

/** The width of the frame that stands in for the picture of a room that connects; undefined while its poster does. */
function stillOf(slug: string) {
  const player = { phase: "connecting", pictured: false, landscape: false, attach() {} };
  const { container } = render(
    <PlayerContext value={player as unknown as Player}>
      <PlayerPicture slug={slug} poster="/poster.webp" />
    </PlayerContext>,
  );
  return () => container.querySelector("canvas")?.width;
}

test("a room that is opened from its preview begins with what that showed, for ten seconds; another with its poster", () => {
  keepLastPicture("luna", preview());
  expect(stillOf("rosa")()).toBeUndefined();
  const still = stillOf("luna");
  expect(still()).toBe(180);
  act(() => void vi.advanceTimersByTime(9_900));
  expect(still()).toBe(180);
  act(() => void vi.advanceTimersByTime(200));
  expect(still()).toBeUndefined();
});

test("a preview that ends while the room is there is taken over, one without a frame leaves nothing", () => {
  const still = stillOf("luna");
  act(() => keepLastPicture("luna", preview(0)));
  expect(still()).toBeUndefined();
  act(() => keepLastPicture("luna", preview()));
  expect(still()).toBe(180);
});

test.each([
  [false, "opacity-25"],
  [true, "opacity-0"],
])(
  "R-LIVE-09: a picture that waits is dimmed, and in a break of the model (%s) it is not there",
  (unseen, look) => {
    const player = { phase: "waiting", pictured: true, landscape: false, unseen, attach() {} };
    const { container } = render(
      <PlayerContext value={player as unknown as Player}>
        <PlayerPicture slug="luna" poster="/poster.webp" />
      </PlayerContext>,
    );
    expect(container.querySelector("video")?.classList.contains(look)).toBe(true);
  },
);
