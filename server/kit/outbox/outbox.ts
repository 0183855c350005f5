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
export async function announce(tx: Tx, { kind, payload, stream = kind }: Announcement): Promise<void> {
  const text = JSON.stringify(payload);
  if (text.length > payloadBytesMax)
    throw new RangeError(`the payload of ${kind} is too large (${text.length})`);
  await sql`insert into kit.outbox (stream, kind, payload) values (${stream}, ${kind}, ${text})`.execute(tx);
  await wakeAfterCommit(tx);
}
