import { type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Sale } from "../remove-reported-content.ts";
import type { SupportTables } from "./tables.ts";

export type RefundRow = Selectable<SupportTables["support.refund"]>;

/** The refunds for the subject of a report: the number of buyers, the tokens, and the platform's part of them. */
export type RefundSum = { buyers: number; tokens: number; waiting: number; by_platform: number };

/** Writes down what is to be given back; what is known stays as it is. */
export async function insertRefunds(
  tx: Tx,
  ticketId: number,
  sales: readonly Sale[],
  at: Date,
): Promise<void> {
  await sql`
    insert into support.refund (transfer_id, ticket_id, fan_id, model_id, tokens, ordered_at)
    select transfer_id, ${ticketId}, fan_id, model_id, tokens, ${at}
    from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
      as sale (transfer_id bigint, fan_id bigint, model_id bigint, tokens bigint)
    on conflict (transfer_id) do nothing`.execute(tx);
}

/** The sales among these whose tokens nobody has ordered to be given back. */
export async function notRefunded(reader: Reader, sales: readonly Sale[]): Promise<Sale[]> {
  if (sales.length === 0) return [];
  const rows = await readRows(
    reader,
    sql<{ transfer_id: number }>`
      select transfer_id from support.refund
      where transfer_id = any (${sales.map(({ transfer_id }) => transfer_id)}::bigint[])`,
  );
  const ordered = new Set(rows.map(({ transfer_id }) => transfer_id));
  return sales.filter(({ transfer_id }) => !ordered.has(transfer_id));
}

/** The next payment of a ticket that nobody gives back yet, locked; undefined when there is none. */
export async function nextRefund(tx: Tx, ticketId: number): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select * from support.refund where ticket_id = ${ticketId} and returned_at is null
    order by transfer_id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** A payment was given back. */
export async function settleRefund(
  tx: Tx,
  transferId: number,
  given: { from_model: number; from_platform: number; returned_at: Date },
): Promise<void> {
  await tx
    .$extendTables<SupportTables>()
    .updateTable("support.refund")
    .set(given)
    .where("transfer_id", "=", transferId)
    .execute();
}

/** The tickets with payments that wait to be given back. */
export async function unfinishedRefunds(reader: Reader): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ ticket_id: number }>`select distinct ticket_id from support.refund where returned_at is null`,
  );
  return rows.map(({ ticket_id }) => ticket_id);
}

/** The refunds for a report, made or still waiting. */
export async function refundsOf(reader: Reader, ticketId: number): Promise<RefundSum> {
  const [sum] = await readRows(
    reader,
    sql<RefundSum>`
      select count(*) as buyers, coalesce(sum(tokens), 0)::bigint as tokens,
        count(*) filter (where returned_at is null) as waiting,
        coalesce(sum(from_platform), 0)::bigint as by_platform
      from support.refund where ticket_id = ${ticketId}`,
  );
  return sum ?? { buyers: 0, tokens: 0, waiting: 0, by_platform: 0 };
}
