import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import type { RoomsNeeds } from "./needs.ts";
import { forgetMenu } from "./store/menu-store.ts";
import { trimMessages } from "./store/messages-store.ts";
import { forgetModeration, forgetModerators, trimModeration } from "./store/moderation-store.ts";
import { updateRoom } from "./store/rooms-store.ts";

type Person = { id: number; role: string };
type ForgetNeeds = Pick<RoomsNeeds, "clock">;

/** Takes a person's words out of every room: messages go, tips stay without name and note. Safe to repeat. */
export async function forgetLines(tx: Tx, { id }: Person): Promise<void> {
  await sql`delete from live.line where author_id = ${id} and kind not in ('tip', 'gift')`.execute(tx);
  await sql`
    update live.line set author_id = null, author_name = '', body = '', client_message_id = null
    where author_id = ${id}`.execute(tx);
  await sql`update live.tip set named_in_public = false where fan_id = ${id} and named_in_public`.execute(tx);
}

/** Takes a person out of the rooms; a model's own one closes for good. */
export async function closeRoom(tx: Tx, needs: ForgetNeeds, person: Person): Promise<void> {
  await forgetLines(tx, person);
  await forgetModerators(tx, person.id);
  if (person.role !== "model") return;
  await updateRoom(tx, person.id, { closed_at: needs.clock.now() });
}

/** Forgets the notes of a person's tips, whatever was written in a room, and what the room was called. Safe to repeat. */
export async function forgetPerson(tx: Tx, person: Person): Promise<void> {
  await forgetLines(tx, person);
  await forgetModeration(tx, person.id);
  await sql`update live.tip set message = '' where fan_id = ${person.id} and message <> ''`.execute(tx);
  // The message of an anonymous tip names nobody, but its note may.
  await sql`
    update live.line as line set body = '' from live.tip as tip
    where tip.fan_id = ${person.id} and tip.anonymous and line.model_id = tip.model_id and line.at = tip.at
      and line.author_id is null and line.kind in ('tip', 'gift')`.execute(tx);
  if (person.role !== "model") return;
  await sql`delete from live.line where model_id = ${person.id}`.execute(tx);
  await forgetMenu(tx, person.id);
  await updateRoom(tx, person.id, {
    slug: erasedSlug(person.id),
    goal_title_en: null,
    goal_title_es: null,
    goal_target: null,
    goal_started_at: null,
  });
}

/** The name of an erased model's room. */
export const erasedSlug = (modelId: number) => `erased${modelId}`;

/**
 * Forgets old chat messages, and what was long ago done about some. One of them that fails keeps none of the others.
 */
export function forgetOldLines({ db, clock }: Pick<RoomsNeeds, "db" | "clock">) {
  return async (): Promise<void> => {
    const faults: unknown[] = [];
    for (const trim of [trimMessages, trimModeration])
      await trim(db, clock.now()).catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join("; "));
  };
}
