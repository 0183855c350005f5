import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Room } from "#contract/live.ts";
import type { PauseReason } from "#contract/show-state.ts";
import { askPlayback } from "#web/entities/room/playback.ts";
import { keepRoomShape } from "#web/entities/room/room-shape.ts";
import { storageKeys } from "#web/lib/constants.ts";
import type { LiveStream } from "#web/lib/media/live-stream.ts";
import { createBrowserSession, followDevice } from "#web/lib/media/whep/browser-session.ts";
import { type PictureSize, usePicture } from "#web/lib/media/whep/use-picture.ts";
import type { LayerPreference } from "#web/lib/media/whep/whep-connection.ts";
import type { WhepSession } from "#web/lib/media/whep/whep-session.ts";
import type { WhepState } from "#web/lib/media/whep/whep-state.ts";
import { savesData } from "#web/lib/page/saves-data.ts";
import { localStore, sessionStore } from "#web/lib/platform/storage.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useStore } from "#web/lib/store.ts";
import { useElement } from "#web/ui/use-element.ts";

export type Player = WhepState & {
  /** For the one video element. */
  attach: RefCallback<HTMLVideoElement>;
  video: HTMLVideoElement | null;
  /** A frame of the present stream is in sight. */
  pictured: boolean;
  /** The model takes a break: what still comes is neither seen nor heard. */
  unseen: boolean;
  /** The picture is wider than high, so it must not be cropped to the stage. */
  landscape: boolean;
  /** Size of the picture that plays now, in pixels; null before the first frame. */
  size: PictureSize | null;
  /** The server can send the picture in several sizes. */
  hasSizes: boolean;
  quality: LayerPreference;
  setQuality(quality: LayerPreference): void;
  muted: boolean;
  setMuted(muted: boolean): void;
  /** Plays here again what has moved to another tab or device, or what waits for a press. */
  resume(): void;
};

/** The known facts of a room; without `playback` it is asked for. */
type PlayedRoom = {
  playback?: Room["playback"];
  stream: Pick<Room["stream"], "status">;
  /** Why it is paused, while it is; a break of the model unless that is known. */
  pause?: PauseReason | null;
  /** Shown so small that the smallest picture will do. */
  isSmall?: boolean;
  /** Where several rooms play beside each other: this one has the sound. */
  audible?: boolean;
};

/** Plays a room for as long as the component lives, following what the room says about its stream. */
export function usePlayer(
  slug: string,
  { playback, stream: { status }, pause, isSmall = false, audible }: PlayedRoom,
): Player {
  const unseen = status === "paused" && (pause ?? "model_paused") === "model_paused";
  const [video, setVideo] = useElement<HTMLVideoElement>();
  const element = useRef<HTMLVideoElement | null>(null);
  const [session] = useState(() =>
    createBrowserSession(() => askPlayback(slug, "playback"), {
      onFrames(total) {
        if (element.current) element.current.dataset.framesDecoded = String(total);
      },
    }),
  );
  const state = useStore(session);
  // Before the session begins, so that it begins with what was chosen.
  const quality = useQuality(session, isSmall);
  const begin = useEffectEvent(() => {
    if (status !== "stopped") session.start(playback);
  });
  // Before the session begins, so that a room that is paused is never asked for a picture.
  useEffect(() => {
    if (status === "began") session.began();
    else if (status === "paused") session.paused(unseen);
    else session.ended();
  }, [session, status, unseen]);
  useEffect(() => {
    // A connection takes long to make: presses come in between.
    const soon = setTimeout(begin);
    const stop = followDevice(session, () => begin());
    return () => {
      clearTimeout(soon);
      stop();
      session.leave();
    };
  }, [session]);
  useRealtimeEvent("PlaybackReplaced", ({ session_id }) => session.replaced(session_id));
  useSwitch(playback && `${playback.url} ${playback.token}`, () => playback && session.switchTo(playback));
  const attach = useCallback(
    (node: HTMLVideoElement | null) => {
      element.current = node;
      setVideo(node);
    },
    [setVideo],
  );
  const picture = usePicture(video, state.stream, session.pictured);
  const { size } = picture;
  useEffect(() => {
    if (size && size.width > 0) keepRoomShape(slug, size);
  }, [slug, size]);
  const sound = useSound(video, state.stream, { unseen, audible, onBlocked: session.blocked });
  const resume = useCallback(() => {
    // Some browsers let that element alone play which was told to within the press.
    void video?.play().catch(() => undefined);
    session.resume();
  }, [session, video]);
  const hasSizes = playback?.protocol !== "livekit";
  return {
    ...state,
    ...picture,
    ...quality,
    ...sound,
    hasSizes,
    unseen,
    attach,
    video,
    resume,
  };
}

/** Calls `change` when `value` is another than before, not for the first one. */
function useSwitch(value: string | undefined, change: () => void) {
  const before = useRef(value);
  const changed = useEffectEvent(change);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    changed();
  }, [value]);
}

type SoundOptions = Pick<Player, "unseen"> & {
  audible?: boolean | undefined;
  /** The browser refuses to play even without sound before somebody presses. */
  onBlocked(): void;
};

/**
 * Starts muted unless this visit chose sound before; falls back to muted when the browser refuses sound. Where several
 * play beside each other, `audible` says whether this one has the sound.
 */
export function useSound(
  video: HTMLVideoElement | null,
  stream: LiveStream | null,
  { unseen, audible, onBlocked }: SoundOptions,
) {
  const [muted, mute] = useState(true);
  const refused = useEffectEvent(onBlocked);
  useEffect(() => mute(!(audible ?? soundChosen())), [audible]);
  useEffect(() => {
    if (!video || !stream) return;
    const play = () => {
      video.muted = muted || unseen;
      video.play().catch((refusal: DOMException) => {
        // AbortError only says that another stream took this one's place.
        if (refusal.name !== "NotAllowedError") return;
        if (muted) refused();
        else mute(true);
      });
    };
    play();
    // A stream may come into the element later than it is there, which ends what was asked of the element before.
    video.addEventListener("loadstart", play);
    return () => video.removeEventListener("loadstart", play);
  }, [video, stream, muted, unseen]);
  const setMuted = useCallback((next: boolean) => {
    chooseSound(!next);
    mute(next);
  }, []);
  return { muted, setMuted };
}

const soundKey = "room_sound";

/** Whether this visit has chosen sound. Everybody starts muted, because browsers forbid sound before a gesture. */
function soundChosen(): boolean {
  return sessionStore.getItem(soundKey) === "on";
}

/** Remembers the choice for the visit: the life of this tab. */
function chooseSound(on: boolean): void {
  sessionStore.setItem(soundKey, on ? "on" : "off");
}

/**
 * The quality of the picture that this browser's owner chose, kept for every room. Without a choice it follows the
 * connection, or is the lowest where the browser saves data.
 */
export function useQuality(session: WhepSession, isSmall: boolean) {
  const [quality, show] = useState<LayerPreference>("auto");
  useEffect(() => {
    const chosen = isSmall ? "low" : chosenQuality();
    session.prefer(chosen);
    show(chosen);
  }, [session, isSmall]);
  const setQuality = useCallback(
    (next: LayerPreference) => {
      localStore.setItem(storageKeys.quality, next);
      session.prefer(next);
      show(next);
    },
    [session],
  );
  return { quality, setQuality };
}

function chosenQuality(): LayerPreference {
  const kept = localStore.getItem(storageKeys.quality);
  if (kept === "auto" || kept === "low" || kept === "high") return kept;
  return savesData() ? "low" : "auto";
}
