import type { Database, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import { eraseAppealsOf, exportedDecisions } from "./store/decisions-store.ts";
import {
  answersTo,
  eraseMessages,
  messagesOf,
  unnameInLog,
  unsignRemovals,
  type Writer,
} from "./store/personal-data-store.ts";

/** The account fields that this module needs. */
export type Person = { id: number; email: string | null; validation: "waiting" | "confirmed" };

/**
 * Erases a user's personal data: messages go, removal requests lose their sender, the staff log shows a number instead of
 * the name. Safe to repeat.
 */
export async function erasePersonalData(tx: Tx, person: Person, now: Date): Promise<void> {
  const writer = writerOf(person);
  await eraseMessages(tx, writer, now);
  await unsignRemovals(tx, writer);
  await eraseAppealsOf(tx, person.id);
  await unnameInLog(tx, person.id);
}

/** A user's messages to support and the answers, as parts of an export. */
export function exportAreas(db: Database, person: Person): ExportArea[] {
  const writer = writerOf(person);
  return [
    { name: "messages", rows: () => messagesOf(db, writer) },
    { name: "message-answers", rows: () => answersTo(db, writer) },
    { name: "decisions", rows: () => exportedDecisions(db, person.id) },
  ];
}

/** Anybody can register with somebody else's address: only a confirmed one shows whose messages they are. */
function writerOf({ id, email, validation }: Person): Writer {
  return { id, email: validation === "confirmed" ? email : null };
}
