import { useEffect, useRef } from "react";
import { miniRoom } from "#web/entities/room/mini-room.ts";
import { mayMove } from "#web/entities/room/preview/may-move.ts";
import type { Player } from "./use-player.ts";

/** Hands a public room over to the small player when its page is left while the picture moves. */
export function useKeepWatching(slug: string, { phase }: Pick<Player, "phase">, inShow: boolean): void {
  const keeps = useRef(false);
  useEffect(() => {
    keeps.current = phase === "playing" && !inShow && mayMove();
  }, [phase, inShow]);
  useEffect(() => {
    miniRoom.set({ slug: null });
    return () => miniRoom.set({ slug: keeps.current ? slug : null });
  }, [slug]);
}
