import { useEffect, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import type { CameraSession, CameraState } from "#web/lib/media/camera/camera-session.ts";
import { createPublishedCamera, followPlugs } from "#web/lib/media/camera/published-camera.ts";
import type { WhipSession } from "#web/lib/media/whip/whip-session.ts";
import type { WhipState } from "#web/lib/media/whip/whip-state.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useStore } from "#web/lib/store.ts";

export type Publisher = {
  camera: CameraSession;
  cameraState: CameraState;
  whip: WhipSession;
  whipState: WhipState;
  /** Media leaves this page, or tries to. */
  isPublishing: boolean;
  /** Publishes what the camera shows; nothing happens before it shows something. */
  goLive(): void;
  /** Ends what leaves this page and turns its camera and microphone off; resolves when the engine has acknowledged it. */
  end(): Promise<void>;
};

/**
 * The model's camera and its way to the room, for as long as the studio is open. Before the room could be read (null) it
 * can be tried, and nothing goes out.
 */
export function usePublisher(room: Pick<Studio, "publish" | "model" | "paused"> | null): Publisher {
  const [published] = useState(() => createPublishedCamera({ simulcast: room?.publish.simulcast ?? false }));
  const paused = room?.paused ?? false;
  const { camera, whip } = published;
  useTopic(room && `person:${room.model.id}`);
  useRealtimeEvent("PublisherChanged", ({ session_id }) => whip.publishes(session_id));
  useEffect(() => followPlugs(published), [published]);
  useEffect(() => camera.rest(paused), [camera, paused]);
  const whipState = useStore(whip);
  const isPublishing = ["connecting", "live", "reconnecting"].includes(whipState.phase);
  useWarning(isPublishing);
  useEffect(() => {
    if (isPublishing) return keepAwake(navigator.wakeLock, document);
  }, [isPublishing]);
  return {
    camera,
    cameraState: useStore(camera),
    isPublishing,
    whip,
    whipState,
    goLive() {
      const { stream } = camera.get();
      if (stream && room) whip.start(room.publish, stream);
    },
    end() {
      const ended = whip.stop();
      camera.turnOff();
      return ended;
    },
  };
}

/** Asks before the page is closed in the middle of a stream. */
function useWarning(live: boolean): void {
  useEffect(() => {
    if (!live) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [live]);
}

/** The used part of `navigator.wakeLock`; absent in some browsers. */
type WakeLockLike = { request(type: "screen"): Promise<{ release(): Promise<void> }> };

/**
 * Keeps the screen awake until the returned function is called. The browser lets go whenever the page is hidden, so it
 * is asked again each time the page is seen. A refusal (low battery) is no reason to disturb a stream.
 */
export function keepAwake(
  lock: WakeLockLike | undefined,
  page: Pick<Document, "hidden"> & EventTarget,
): () => void {
  let held: { release(): Promise<void> } | null = null;
  let over = false;
  const hold = async () => {
    if (page.hidden || over) return;
    const next = await lock?.request("screen").catch(() => null);
    if (over) void next?.release();
    else held = next ?? held;
  };
  void hold();
  page.addEventListener("visibilitychange", hold);
  return () => {
    over = true;
    page.removeEventListener("visibilitychange", hold);
    void held?.release().catch(() => undefined);
  };
}
