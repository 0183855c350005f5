import { useCallback, useEffect, useState } from "react";
import { chooseSound, soundChosen } from "./sound.ts";

/**
 * Starts muted unless this visit chose sound before; falls back to muted when the browser refuses sound. Where several
 * play beside each other, `audible` says whether this one has the sound.
 */
export function useSound(video: HTMLVideoElement | null, stream: MediaStream | null, audible?: boolean) {
  const [muted, mute] = useState(true);
  useEffect(() => mute(!(audible ?? soundChosen())), [audible]);
  useEffect(() => {
    if (!video || !stream) return;
    video.muted = muted;
    video.play().catch((refusal: DOMException) => {
      // AbortError only says that another stream took this one's place.
      if (refusal.name === "NotAllowedError" && !muted) mute(true);
    });
  }, [video, stream, muted]);
  const setMuted = useCallback((next: boolean) => {
    chooseSound(!next);
    mute(next);
  }, []);
  return { muted, setMuted };
}
