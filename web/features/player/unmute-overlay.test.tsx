// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import type { LiveStream } from "#web/lib/media/live-stream.ts";
import { PlayerContext } from "./RoomPlayer.tsx";
import { UnmuteOverlay } from "./UnmuteOverlay.tsx";
import { type Player, useSound } from "./use-player.ts";

const stream: LiveStream = { show: () => () => {} };
const onBlocked = vi.fn();
const refusal = new DOMException("no gesture", "NotAllowedError");

beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue());
afterEach(() => {
  closePage();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** A room whose picture plays, with its one video element. */
function openRoom(language: "en" | "es" = "en") {
  function Room() {
    const [video, attach] = useState<HTMLVideoElement | null>(null);
    const sound = useSound(video, stream, { unseen: false, onBlocked });
    const player = { ...sound, phase: "playing" } as Player;
    return (
      <PlayerContext value={player}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has no captions */}
        <video ref={attach} />
        <UnmuteOverlay />
      </PlayerContext>
    );
  }
  const page = openPage(<Room />, {}, { language });
  const video = document.querySelector("video") as HTMLVideoElement;
  return { ...page, video, overlay: () => screen.queryByRole("button") };
}

test.each([
  ["en", "Tap for sound"],
  ["es", "Toca para oír"],
] as const)(
  "R-LIVE-29, R-OPEN-72: a room starts muted and says so; one press gives sound, for this visit's next rooms too (%s)",
  async (language, words) => {
    const room = openRoom(language);
    expect([room.video.muted, room.overlay()?.textContent]).toEqual([true, words]);
    await room.user.click(room.overlay() as HTMLElement);
    expect([room.video.muted, room.overlay()]).toEqual([false, null]);
    const chosen = sessionStorage.getItem("room_sound") ?? "";
    closePage();
    sessionStorage.setItem("room_sound", chosen);
    const next = openRoom(language);
    expect([next.video.muted, next.overlay()]).toEqual([false, null]);
  },
);

test("R-OPEN-72: where the browser refuses sound before a press, the room is muted again and offers it", async () => {
  sessionStorage.setItem("room_sound", "on");
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(refusal);
  const room = openRoom();
  await waitFor(() =>
    expect([room.video.muted, room.overlay()?.textContent]).toEqual([true, "Tap for sound"]),
  );
});

test("where the browser refuses even a picture without sound, the player is told, and only then", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play");
  play.mockRejectedValue(new DOMException("another stream", "AbortError"));
  openRoom();
  await waitFor(() => expect(play).toHaveBeenCalled());
  expect(onBlocked).not.toHaveBeenCalled();
  closePage();
  play.mockRejectedValue(refusal);
  openRoom();
  await waitFor(() => expect(onBlocked).toHaveBeenCalled());
});
