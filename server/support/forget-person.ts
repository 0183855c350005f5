import type { Database, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import {
  answersTo,
  eraseMessages,
  messagesOf,
  unnameInLog,
  unsignRemovals,
  type Writer,
} from "./store/person-store.ts";

/** Somebody with an account, as far as this module asks. */
export type Person = { id: number; email: string | null; validation: "waiting" | "confirmed" };

/**
 * Forgets a person: messages go, removal requests lose who sent them, the log of the staff gets a number in place of
 * the name. Safe to repeat.
 */
export async function forgetPerson(tx: Tx, person: Person, now: Date): Promise<void> {
  const writer = writerOf(person);
  await eraseMessages(tx, writer, now);
  await unsignRemovals(tx, writer);
  await unnameInLog(tx, person.id);
}

/** What a person wrote to the house and was answered, as parts of an export. */
export function exportAreas(db: Database, person: Person): ExportArea[] {
  const writer = writerOf(person);
  return [
    { name: "messages", rows: () => messagesOf(db, writer) },
    { name: "message-answers", rows: () => answersTo(db, writer) },
  ];
}

/** Anybody can register with somebody else's address: only a confirmed one shows whose messages they are. */
function writerOf({ id, email, validation }: Person): Writer {
  return { id, email: validation === "confirmed" ? email : null };
}
