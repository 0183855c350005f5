import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { wakeAfterCommit } from "./wake.ts";

/** A fact for other modules. It must be plain JSON and small: it names what changed and carries what a reader needs. */
export type Announcement = {
  /** What happened, in the past tense: `tip_sent`. */
  kind: string;
  payload: object;
  /** Facts of one stream are handed over in order, those of several streams side by side. The kind, unless given. */
  stream?: string;
};

const payloadBytesMax = 64_000;

/**
 * Writes a fact down in the caller's transaction. The relay hands it to its consumer a few milliseconds after that
 * transaction has committed, at least once, and never when it was rolled back.
 */
export function announce(tx: Tx, announcement: Announcement): Promise<void> {
  return announceAll(tx, [announcement]);
}

/** Writes several facts down, in their order, as {@link announce} does with one. */
export async function announceAll(tx: Tx, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const rows = announcements.map(({ kind, payload, stream = kind }) => {
    const text = JSON.stringify(payload);
    if (text.length > payloadBytesMax)
      throw new RangeError(`the payload of ${kind} is too large (${text.length})`);
    return sql`(${stream}, ${kind}, ${text})`;
  });
  await sql`insert into kit.outbox (stream, kind, payload) values ${sql.join(rows)}`.execute(tx);
  await wakeAfterCommit(tx);
}
