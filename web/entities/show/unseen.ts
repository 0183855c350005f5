import { createContext, useContext } from "react";
import { type SaidCause, saidCause } from "#web/entities/room/no-picture-text.ts";
import type { NoPicture } from "#web/lib/media/no-picture.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { hasMediaSource } from "#web/lib/platform/media-source.ts";
import { hasWebRtc } from "#web/lib/platform/webrtc.ts";

/** Why the room around does not play; null while it does, or where none is around. */
export const NoPictureContext = createContext<NoPicture | null>(null);

/** Why a show could not be seen on this device; null when it could. Nobody who could not see one is offered to pay for it. */
export function useUnseen(): SaidCause | null {
  const around = saidCause(useContext(NoPictureContext));
  const unable = useHydrated() && !hasWebRtc() && !hasMediaSource();
  return unable ? "no_webrtc" : around;
}
