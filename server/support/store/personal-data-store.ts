import { type ExpressionBuilder, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { type ExportRow, exportRowsMax } from "#server/kit/export/area.ts";
import type { SupportTables } from "./tables.ts";
import { eraseStaffTexts } from "./tickets-store.ts";

/** The author of messages. `email`: null unless the address is confirmed. */
export type Writer = { id: number; email: string | null };

const read = (reader: Reader) => reader.$extendTables<SupportTables>();
const write = (tx: Tx) => tx.$extendTables<SupportTables>();

/** Tickets that a user sent while signed in, or under their confirmed address. */
const writtenBy =
  ({ id, email }: Writer) =>
  (ticket: ExpressionBuilder<SupportTables, "support.ticket">) =>
    ticket.or([
      ticket("account_id", "=", id),
      ...(email === null
        ? []
        : [ticket(sql`lower(support.ticket.email)`, "=", sql<string>`lower(${email})`)]),
    ]);

/** A user's messages to support, newest first. */
export function messagesOf(reader: Reader, writer: Writer): Promise<ExportRow[]> {
  return read(reader)
    .selectFrom("support.ticket")
    .select(["number", "kind", "reason", "state", "name", "email", "url", "message"])
    .select(["created_at", "answered_at", "closed_at"])
    .where(writtenBy(writer))
    .orderBy("id", "desc")
    .limit(exportRowsMax)
    .execute();
}

/** The answers of support; no internal notes. */
export function answersTo(reader: Reader, writer: Writer): Promise<ExportRow[]> {
  return read(reader)
    .selectFrom("support.ticket")
    .innerJoin("support.note as note", "note.ticket_id", "support.ticket.id")
    .select(["support.ticket.number", "note.at", "note.body"])
    .where(writtenBy(writer))
    .where("note.kind", "=", "answer")
    .orderBy("note.id", "desc")
    .limit(exportRowsMax)
    .execute();
}

/** Erases a user's messages with their answers and notes; an open ticket is closed by that. */
export async function eraseMessages(tx: Tx, writer: Writer, now: Date): Promise<void> {
  const erased = await write(tx)
    .updateTable("support.ticket")
    .set({ state: "closed", closed_at: sql`coalesce(closed_at, ${now})`, erased_at: now })
    .set({ name: null, email: null, url: null, message: null, account_id: null })
    .where("kind", "=", "contact")
    .where("erased_at", "is", null)
    .where(writtenBy(writer))
    .returning("id")
    .execute();
  await eraseStaffTexts(
    tx,
    erased.map(({ id }) => id),
  );
}

/** Removes a user's name and address from their removal requests and reports, which stay for their retention period. */
export async function unsignRemovals(tx: Tx, writer: Writer): Promise<void> {
  await write(tx)
    .updateTable("support.ticket")
    .set({ name: null, email: null, account_id: null })
    .where("kind", "in", ["removal", "report"])
    .where(writtenBy(writer))
    .execute();
}

/** Replaces the name of an erased account by its number throughout the staff log. */
export async function unnameInLog(tx: Tx, accountId: number): Promise<void> {
  const nobody = `erased${accountId}`;
  const log = write(tx).updateTable("support.staff_action");
  await log.set({ staff_login: nobody }).where("staff_id", "=", accountId).execute();
  await log
    .set({ label: nobody })
    .where("target", "in", [`model:${accountId}`, `account:${accountId}`])
    .execute();
}
