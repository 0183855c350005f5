import { randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Rooms } from "#server/rooms/rooms.ts";

/** A simulated fan with an account, who keeps order in the chat of one room. */
export const moderatorFan = "tessa";
export const moderatedRoom = "luna";

const postEveryMs = 90_000;

const lines = [
  "Welcome in. Requests are on the menu, kindness is free",
  "Bienvenidos. Las peticiones están en el menú, la amabilidad es gratis",
  "One song at a time, she only has two hands",
  "De a una canción, que solo tiene dos manos",
  "New here? Say where you are from and she finds a song for it",
  "¿Nuevos por aquí? Digan de dónde son y les busca una canción",
];

export type ModeratorNeeds = { rooms: Rooms; clock: Clock; log: Logger; ids: ReadonlyMap<string, number> };

/** Lets the simulated moderator post something now and then while the room is live; answers how to stop it. */
export function keepModerator({ rooms, clock, log, ids }: ModeratorNeeds): () => void {
  const authorId = ids.get(moderatorFan);
  if (authorId === undefined) throw new Error(`${moderatorFan} has no account`);
  let posted = 0;
  const postNext = async () => {
    const body = lines[posted % lines.length] ?? "";
    const order = {
      authorId,
      role: "fan",
      slug: moderatedRoom,
      body,
      clientMessageId: randomUUID(),
    } as const;
    if ((await rooms.chat.say(order)).ok) posted++;
  };
  const failed = (error: unknown) => log.warn({ err: error }, "the simulated moderator failed");
  return clock.every(postEveryMs, () => void postNext().catch(failed));
}
