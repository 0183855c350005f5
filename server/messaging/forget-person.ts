import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { releaseAllOf, releaseUnbought } from "./store/media-store.ts";

type Person = { id: number; role: string };

/**
 * Takes the messages of somebody who closes their account out of every chat; what a fan has bought stays with the fan.
 * The files of the rest are given up, and the sweep deletes them. Safe to repeat.
 */
export async function forgetMessages(tx: Tx, { id, role }: Person): Promise<void> {
  const side = role === "model" ? "model" : "fan";
  const { rows } = await sql<{ media_id: number | null }>`
    delete from messaging.message as message using messaging.chat as chat
    where chat.id = message.chat_id and message.author = ${side}
      and ${side === "fan" ? sql`chat.fan_id` : sql`chat.model_id`} = ${id}
    returning message.media_id`.execute(tx);
  await releaseUnbought(
    tx,
    rows.flatMap(({ media_id }) => media_id ?? []),
  );
  if (role === "model")
    await sql`
      update messaging.mass_message set taken_back_at = coalesce(taken_back_at, now()) where model_id = ${id}`.execute(
      tx,
    );
}

/** Forgets everything that was said and shown in a person's chats. Who paid how much for what stays, by numbers. */
export async function forgetPerson(tx: Tx, { id }: Person): Promise<void> {
  await sql`
    delete from messaging.message as message using messaging.chat as chat
    where chat.id = message.chat_id and (chat.fan_id = ${id} or chat.model_id = ${id})`.execute(tx);
  await releaseAllOf(tx, id);
  await sql`update messaging.mass_message set body = '' where model_id = ${id}`.execute(tx);
}
