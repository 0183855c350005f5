import { createContext, type ReactNode, useContext } from "react";
import type { Room } from "#contract/live.ts";
import { NoPictureContext } from "#web/entities/show/unseen.ts";
import { useKeepWatching } from "./use-keep-watching.ts";
import { type Player, usePlayer } from "./use-player.ts";

/** The player of the room around. */
export const PlayerContext = createContext<Player | null>(null);

type RoomPlayerProps = { slug: string; room: Room; children: ReactNode };

/**
 * Plays a room for all that is within: its picture, controls and notices, which render again when the player's state changes,
 * and nothing else of the room does.
 */
export function RoomPlayer({ slug, room, children }: RoomPlayerProps) {
  const player = usePlayer(slug, room);
  useKeepWatching(slug, player, room.show !== null);
  return (
    <PlayerContext value={player}>
      <NoPictureContext value={player.noPicture}>{children}</NoPictureContext>
    </PlayerContext>
  );
}

/** The player of the room around. Throws outside of one. */
export function useRoomPlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error("no room plays around this");
  return player;
}
