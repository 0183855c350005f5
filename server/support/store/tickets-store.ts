import { type Insertable, sql, type Updateable } from "kysely";
import type { ReportTarget } from "#contract/report-reasons.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import type { TicketKind } from "../rules/deadlines.ts";
import type { NoteRow, SupportTables, TicketRow } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<SupportTables>();
const write = (tx: Tx) => tx.$extendTables<SupportTables>();

export const ticketsPerPage = 20;

export type TicketQuery = { state: "waiting" | "closed" | "all"; page: number };

/** Stores a ticket; answers undefined when its message was stored before. */
export function insertTicket(
  tx: Tx,
  ticket: Insertable<SupportTables["support.ticket"]>,
): Promise<TicketRow | undefined> {
  return write(tx)
    .insertInto("support.ticket")
    .values(ticket)
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The ticket of a message, or undefined. */
export function ticketOfMessage(reader: Reader, clientId: string): Promise<TicketRow | undefined> {
  return read(reader)
    .selectFrom("support.ticket")
    .selectAll()
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** The report of somebody that support has not closed, or undefined. */
export function openReport(
  reader: Reader,
  { accountId, about, aboutId }: { accountId: number; about: ReportTarget; aboutId: number },
): Promise<TicketRow | undefined> {
  return read(reader)
    .selectFrom("support.ticket")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("kind", "=", "report")
    .where("about", "=", about)
    .where("about_id", "=", aboutId)
    .where("state", "<>", "closed")
    .executeTakeFirst();
}

const reportsShown = 50;

/** Somebody's reports, newest first, each with the answers of support. */
export async function reportsOf(
  reader: Reader,
  accountId: number,
): Promise<{ ticket: TicketRow; answers: NoteRow[] }[]> {
  const tickets = await read(reader)
    .selectFrom("support.ticket")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("kind", "=", "report")
    .orderBy("id", "desc")
    .limit(reportsShown)
    .execute();
  if (tickets.length === 0) return [];
  const notes = await read(reader)
    .selectFrom("support.note")
    .selectAll()
    .where(
      "ticket_id",
      "in",
      tickets.map(({ id }) => id),
    )
    .where("kind", "=", "answer")
    .orderBy("id")
    .execute();
  return tickets.map((ticket) => ({
    ticket,
    answers: notes.filter(({ ticket_id }) => ticket_id === ticket.id),
  }));
}

/** How many reports there are about somebody, this one included. */
export async function countReportsAbout(reader: Reader, accountId: number): Promise<number> {
  const { n } = await read(reader)
    .selectFrom("support.ticket")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("reported_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return n;
}

export function ticketById(reader: Reader, id: number): Promise<TicketRow | undefined> {
  return read(reader).selectFrom("support.ticket").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Reads and locks a ticket until the transaction ends. */
export function lockTicket(tx: Tx, id: number): Promise<TicketRow | undefined> {
  return write(tx)
    .selectFrom("support.ticket")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The queue: what waits for a decision by urgency and deadline, then what is over, newest first. */
export function ticketPage(
  reader: Reader,
  { state, page }: TicketQuery,
): Promise<{ rows: TicketRow[]; total: number }> {
  return pageWithTotal((page - 1) * ticketsPerPage, (offset) =>
    read(reader)
      .selectFrom("support.ticket")
      .selectAll()
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .$if(state === "waiting", (query) => query.where("state", "<>", "closed"))
      .$if(state === "closed", (query) => query.where("state", "=", "closed"))
      .orderBy(sql`case state when 'open' then 0 when 'answered' then 1 else 2 end`)
      .orderBy(sql`case when state = 'closed' then 0 else priority end`)
      .orderBy(sql`case when state = 'closed' then null else due_at end`)
      .orderBy("id", "desc")
      .limit(ticketsPerPage)
      .offset(offset)
      .execute(),
  );
}

/** How many tickets wait for an answer, and how many of them for too long. */
export async function countOpen(reader: Reader, now: Date): Promise<{ open: number; overdue: number }> {
  return read(reader)
    .selectFrom("support.ticket")
    .select((eb) => [
      eb.fn.countAll<number>().as("open"),
      eb.fn.countAll<number>().filterWhere("due_at", "<", now).as("overdue"),
    ])
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
}

export async function changeTicket(
  tx: Tx,
  id: number,
  changes: Updateable<SupportTables["support.ticket"]>,
): Promise<TicketRow> {
  return write(tx)
    .updateTable("support.ticket")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether this step of a ticket was taken before. */
export async function isNoted(reader: Reader, ticketId: number, clientId: string): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("support.note")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a note to a ticket's history. */
export async function insertNote(tx: Tx, note: Insertable<SupportTables["support.note"]>): Promise<void> {
  await write(tx).insertInto("support.note").values(note).execute();
}

export function notesOf(reader: Reader, ticketId: number): Promise<NoteRow[]> {
  return read(reader)
    .selectFrom("support.note")
    .selectAll()
    .where("ticket_id", "=", ticketId)
    .orderBy("id")
    .execute();
}

/** Erases the personal data of at most so many tickets closed before then; answers their numbers. */
export async function eraseClosed(
  tx: Tx,
  kind: TicketKind,
  { closedBefore, max }: { closedBefore: Date; max: number },
  now: Date,
): Promise<number[]> {
  const erased = await write(tx)
    .updateTable("support.ticket")
    .set({ name: null, email: null, url: null, message: null, account_id: null, erased_at: now })
    .set({ reported_id: null, evidence: null })
    .where("id", "in", (from) =>
      from
        .selectFrom("support.ticket")
        .select("id")
        .where("kind", "=", kind)
        .where("closed_at", "<", closedBefore)
        .where("erased_at", "is", null)
        .orderBy("id")
        .limit(max),
    )
    .returning("id")
    .execute();
  const ids = erased.map(({ id }) => id);
  await eraseStaffTexts(tx, ids);
  return ids;
}

/** Erases the texts of staff about tickets, in their histories and in the log. */
export async function eraseStaffTexts(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  const targets = ticketIds.map((id) => `ticket:${id}`);
  const mine = write(tx);
  await mine
    .updateTable("support.decision")
    .set({ reason: null })
    .where("ticket_id", "in", ticketIds)
    .execute();
  await mine.updateTable("support.appeal").set({ text: null }).where("ticket_id", "in", ticketIds).execute();
  await mine.updateTable("support.note").set({ body: null }).where("ticket_id", "in", ticketIds).execute();
  await mine
    .updateTable("support.staff_action")
    .set({ reason: "erased" })
    .where("target", "in", targets)
    .execute();
}
