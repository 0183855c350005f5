import { type Insertable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { type ExportRow, exportRowsMax } from "#server/kit/export/area.ts";
import type { AppealRow, DecisionRow, SupportTables, TicketRow } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<SupportTables>();
const write = (tx: Tx) => tx.$extendTables<SupportTables>();

/** The decisions about a report: at first, and on appeal. */
export function decisionsOf(reader: Reader, ticketId: number): Promise<DecisionRow[]> {
  return read(reader)
    .selectFrom("support.decision")
    .selectAll()
    .where("ticket_id", "=", ticketId)
    .orderBy("id")
    .execute();
}

/** The appeal against the decision about a report, or undefined. */
export function appealOf(reader: Reader, ticketId: number): Promise<AppealRow | undefined> {
  return read(reader)
    .selectFrom("support.appeal")
    .selectAll()
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();
}

export async function insertDecision(
  tx: Tx,
  decision: Insertable<SupportTables["support.decision"]>,
): Promise<void> {
  await write(tx).insertInto("support.decision").values(decision).execute();
}

export async function insertAppeal(
  tx: Tx,
  appeal: Insertable<SupportTables["support.appeal"]>,
): Promise<void> {
  await write(tx).insertInto("support.appeal").values(appeal).execute();
}

/** Reads and locks the report that has this number if it is about an account and was decided against it. */
export function lockDecided(tx: Tx, accountId: number, number: string): Promise<TicketRow | undefined> {
  return write(tx)
    .selectFrom("support.ticket")
    .selectAll()
    .where("number", "=", number)
    .where("reported_id", "=", accountId)
    .where("erased_at", "is", null)
    .where((where) =>
      where.exists(
        where
          .selectFrom("support.decision")
          .select("id")
          .whereRef("ticket_id", "=", "support.ticket.id")
          .where("on_appeal", "=", false)
          .where("outcome", "<>", "dismissed"),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
}

export type DecisionAbout = {
  number: string;
  about: NonNullable<TicketRow["about"]>;
  because: NonNullable<TicketRow["reason"]>;
  outcome: DecisionRow["outcome"];
  reason: string | null;
  at: Date;
  appeal: string | null;
  appealed_at: Date | null;
  final_outcome: DecisionRow["outcome"] | null;
  final_reason: string | null;
  final_at: Date | null;
};

const shownMax = 50;

/** The decisions against an account, newest first, with its appeals and their results. */
export function decisionsAbout(reader: Reader, accountId: number): Promise<DecisionAbout[]> {
  return readRows(
    reader,
    sql<DecisionAbout>`
      select ticket.number, ticket.about, ticket.reason as because, first.outcome, first.reason, first.at,
        appeal.text as appeal, appeal.at as appealed_at,
        final.outcome as final_outcome, final.reason as final_reason, final.at as final_at
      from support.ticket as ticket
      join support.decision as first on first.ticket_id = ticket.id and not first.on_appeal
      left join support.appeal as appeal on appeal.ticket_id = ticket.id
      left join support.decision as final on final.ticket_id = ticket.id and final.on_appeal
      where ticket.reported_id = ${accountId} and first.outcome <> 'dismissed'
      order by first.id desc limit ${shownMax}`,
  );
}

export type RemovalAbout = {
  number: string;
  about: NonNullable<TicketRow["about"]>;
  because: NonNullable<TicketRow["reason"]>;
  /** The text or title of the reported thing. */
  text: string | null;
  reason: string | null;
  at: Date;
  refunded: boolean;
};

/** The things of somebody that staff removed ahead of a decision against them that is still to come, newest first. */
export function removalsAbout(reader: Reader, accountId: number): Promise<RemovalAbout[]> {
  return readRows(
    reader,
    sql<RemovalAbout>`
      select ticket.number, ticket.about, ticket.reason as because, note.body as reason, note.at,
        coalesce(ticket.evidence ->> 'text', ticket.evidence ->> 'title') as text,
        exists (select from support.refund where ticket_id = ticket.id) as refunded
      from support.ticket as ticket
      join support.note as note on note.ticket_id = ticket.id and note.kind = 'removed'
      where ticket.reported_id = ${accountId} and not exists (
        select from support.decision as decision
        where decision.ticket_id = ticket.id and decision.outcome <> 'dismissed' and decision.at >= note.at)
      order by note.id desc limit ${shownMax}`,
  );
}

/** The decisions against an account for an export. */
export function exportedDecisions(reader: Reader, accountId: number): Promise<ExportRow[]> {
  return readRows(
    reader,
    sql<ExportRow>`
      select ticket.number, decision.at, decision.on_appeal, decision.outcome, decision.reason, appeal.text as appeal
      from support.ticket as ticket
      join support.decision as decision on decision.ticket_id = ticket.id
      left join support.appeal as appeal on appeal.ticket_id = ticket.id
      where ticket.reported_id = ${accountId} and (decision.outcome <> 'dismissed' or decision.on_appeal)
      order by decision.id desc limit ${exportRowsMax}`,
  );
}

/** Erases what somebody wrote in their appeals. */
export async function eraseAppealsOf(tx: Tx, accountId: number): Promise<void> {
  await write(tx)
    .updateTable("support.appeal")
    .set({ text: null })
    .where("account_id", "=", accountId)
    .execute();
}
