import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Room } from "#contract/live.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { createBrowserSession, followDevice } from "#web/lib/media/whep/browser-session.ts";
import type { PlaybackAnswer, WhepState } from "#web/lib/media/whep/whep-session.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useStore } from "#web/lib/store.ts";
import { useSound } from "./use-sound.ts";

export type Player = WhepState & {
  /** For the one video element. */
  attach: RefCallback<HTMLVideoElement>;
  video: HTMLVideoElement | null;
  /** A frame of the present stream is in sight. */
  pictured: boolean;
  /** The picture is wider than high, so it must not be cropped to the stage. */
  landscape: boolean;
  muted: boolean;
  setMuted(muted: boolean): void;
  /** Plays here again what has moved to another tab or device. */
  resume(): void;
};

/** Plays a room for as long as the component lives, following what the room says about its stream. */
export function usePlayer(slug: string, room: Pick<Room, "playback" | "stream">): Player {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const element = useRef<HTMLVideoElement | null>(null);
  const [session] = useState(() =>
    createBrowserSession(
      () => freshPlayback(slug),
      (total) => {
        if (element.current) element.current.dataset.framesDecoded = String(total);
      },
    ),
  );
  const state = useStore(session);
  const { status } = room.stream;
  const { url, token } = room.playback;
  const begin = useEffectEvent(() => {
    if (status !== "stopped") session.start({ url, token });
  });
  // Before the session begins, so that a room that is paused is never asked for a picture.
  useEffect(() => {
    if (status === "began") session.began();
    else if (status === "paused") session.paused();
    else session.ended();
  }, [session, status]);
  useEffect(() => {
    begin();
    const stop = followDevice(session, () => begin());
    return () => {
      stop();
      session.leave();
    };
  }, [session]);
  useRealtimeEvent("PlaybackReplaced", ({ session_id }) => session.replaced(session_id));
  useSwitch(`${url} ${token}`, () => session.switchTo({ url, token }));
  const attach = useCallback((node: HTMLVideoElement | null) => {
    element.current = node;
    setVideo(node);
  }, []);
  const picture = usePicture(video, state.stream, session.pictured);
  const sound = useSound(video, state.stream);
  return { ...state, ...picture, ...sound, attach, video, resume: session.resume };
}

async function freshPlayback(slug: string): Promise<PlaybackAnswer> {
  const answer = await browserApi.call("POST /api/stream/{slug}/playback", { params: { slug } });
  if (answer.status === 200) return { ok: true, playback: answer.body };
  if (answer.status === 404 || answer.status === 409) return { ok: false, refusal: "not_live" };
  if (answer.status === 401 || answer.status === 403) return { ok: false, refusal: "refused" };
  return { ok: false, refusal: "unreachable" };
}

/** Calls `change` when `value` is another than before, not for the first one. */
function useSwitch(value: string, change: () => void) {
  const before = useRef(value);
  const changed = useEffectEvent(change);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    changed();
  }, [value]);
}

/** Shows the stream in the element and notices its first frame. */
function usePicture(video: HTMLVideoElement | null, stream: MediaStream | null, onPicture: () => void) {
  const [shown, setShown] = useState<{ stream: MediaStream; landscape: boolean } | null>(null);
  const told = useEffectEvent(onPicture);
  useEffect(() => {
    if (!video || !stream) return;
    video.srcObject = stream;
    const onFrame = () => {
      setShown({ stream, landscape: video.videoWidth > video.videoHeight });
      told();
    };
    const wait = video.requestVideoFrameCallback(onFrame);
    const onResize = () =>
      setShown((now) => now && { ...now, landscape: video.videoWidth > video.videoHeight });
    video.addEventListener("resize", onResize);
    return () => {
      video.cancelVideoFrameCallback(wait);
      video.removeEventListener("resize", onResize);
    };
  }, [video, stream]);
  return { pictured: shown !== null && shown.stream === stream, landscape: shown?.landscape ?? false };
}
