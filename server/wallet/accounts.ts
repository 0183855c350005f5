import { type QueryResult, sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import type { Owner } from "./orders.ts";

/** Opens a fan's wallet, escrow and debt account; nothing happens when they are there. */
export async function openFanAccount(tx: Tx, fanId: number): Promise<void> {
  // In this order: rows are locked in the order of their ids, and the wallet comes first.
  await sql`
    insert into wallet.account (kind, owner_id) values ('fan', ${fanId}), ('hold', ${fanId}), ('debt', ${fanId})
    on conflict (kind, owner_id) do nothing`.execute(tx);
}

/** Opens the account of a model's earnings; nothing happens when it is there. */
export async function openModelAccount(tx: Tx, modelId: number): Promise<void> {
  await sql`
    insert into wallet.account (kind, owner_id) values ('model', ${modelId})
    on conflict (kind, owner_id) do nothing`.execute(tx);
}

/** The cached balance and what has been appended since, of one moment. */
export async function balance(reader: Reader, owner: Owner): Promise<number> {
  const [account] = await readRows(
    reader,
    sql<{ balance: number }>`
      select (a.balance + coalesce((select sum(p.amount) from wallet.pending as p where p.account_id = a.id), 0))::bigint
        as balance
      from wallet.account as a where a.kind = ${owner.kind} and a.owner_id = ${owner.id}`,
  );
  if (!account) throw new Error(`no account ${owner.kind} ${owner.id}`);
  return account.balance;
}

/** The tokens that a fan's open holds set aside. */
export async function heldTokens(reader: Reader, fanId: number): Promise<number> {
  const [open] = await readRows(
    reader,
    sql<{ tokens: number }>`
      select coalesce(sum(tokens - captured - released), 0)::bigint as tokens
      from wallet.hold where fan_id = ${fanId} and closed_at is null`,
  );
  return Number(open?.tokens ?? 0);
}

/** The balances of these fans, in one query. */
export async function fanBalances(
  reader: Reader,
  fanIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (fanIds.length === 0) return new Map();
  const rows = await readRows(
    reader,
    sql<{ owner_id: number; balance: number }>`
      select a.owner_id, (a.balance
        + coalesce((select sum(p.amount) from wallet.pending as p where p.account_id = a.id), 0))::bigint as balance
      from wallet.account as a where a.kind = 'fan' and a.owner_id = any (${fanIds}::bigint[])`,
  );
  return new Map(rows.map(({ owner_id, balance: tokens }) => [owner_id, tokens]));
}

/** Erases the texts of an owner's transfers: a fan's notes, a model's name. The amounts stay. */
export async function forgetWords(tx: Tx, owner: Owner): Promise<void> {
  await sql`select wallet.forget_words(${owner.kind}, ${owner.id})`.execute(tx);
}

const partRows = 2_000;

/**
 * Forgets words in parts, each in a transaction of its own, for owners of any number of transfers. Safe to repeat.
 */
export async function forgetWordsInParts(db: Database, owner: Owner): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const { rows }: QueryResult<{ after: number | null }> = await sql<{ after: number | null }>`
      select wallet.forget_words_after(${owner.kind}, ${owner.id}, ${after}, ${partRows}) as after`.execute(
      db,
    );
    after = rows[0]?.after ?? null;
  }
}

/** From now on no statement names this model, until {@link forgetWords} has erased the name itself. */
export async function hideName(tx: Tx, modelId: number): Promise<void> {
  await sql`select wallet.hide_name(${modelId})`.execute(tx);
}

/** Hides the name in transfers that were set aside in these holds and given back. */
export async function hideNameOfHolds(tx: Tx, holdIds: readonly number[]): Promise<void> {
  await sql`select wallet.hide_name_of_holds(${[...holdIds]}::bigint[])`.execute(tx);
}

/** Erases the texts of what was set aside in these holds, charged from them and given back. */
export async function forgetWordsOfHolds(tx: Tx, holdIds: readonly number[]): Promise<void> {
  await sql`select wallet.forget_words_of_holds(${[...holdIds]}::bigint[])`.execute(tx);
}

/** The fan's debt. */
export async function debtOf(reader: Reader, fanId: number): Promise<number> {
  const [account] = await readRows(
    reader,
    sql<{ tokens: number }>`
      select -balance as tokens from wallet.account where kind = 'debt' and owner_id = ${fanId}`,
  );
  return Number(account?.tokens ?? 0);
}

export const debtsPerPage = 20;

/** Fans who owe tokens, the largest debt first; `tokens` is what is owed, a positive number. */
export async function debts(
  reader: Reader,
  page: number,
): Promise<{ rows: { fanId: number; tokens: number }[]; total: number }> {
  const { rows, total } = await pageWithTotal((page - 1) * debtsPerPage, (offset) =>
    readRows(
      reader,
      sql<{ fan_id: number; tokens: number; total: number }>`
      select owner_id as fan_id, -balance as tokens, count(*) over ()::int as total from wallet.account
      where kind = 'debt' and balance < 0 order by balance, owner_id
      limit ${debtsPerPage} offset ${offset}`,
    ),
  );
  return { rows: rows.map(({ fan_id, tokens }) => ({ fanId: fan_id, tokens })), total };
}

/** Account by account, each in a transaction of its own, so that nobody waits long. */
export async function rollUp(db: Database, modelId?: number): Promise<number> {
  const only = modelId === undefined ? sql`true` : sql`a.kind = 'model' and a.owner_id = ${modelId}`;
  const waiting = await sql<{ id: number }>`
    select a.id from wallet.account as a
    where ${only} and exists (select from wallet.pending as p where p.account_id = a.id)
    order by a.id`.execute(db);
  let added = 0;
  for (const { id } of waiting.rows) {
    const { rows } = await sql<{ n: number }>`select wallet.roll_up(${id}) as n`.execute(db);
    added += rows[0]?.n ?? 0;
  }
  return added;
}
