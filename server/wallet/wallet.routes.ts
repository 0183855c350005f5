import type { walletContract } from "#contract/wallet.ts";
import { csvAnswer, csvOf } from "#server/kit/csv.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { type Credit, costOfTokens, type Paid } from "./average-cost.ts";
import type { SpendLimits, StatementFilter, StatementRow, Wallet } from "./wallet.ts";

type Query = { from?: string | undefined; to?: string | undefined; type?: string | undefined };

const path = "/api/wallet/statement";

/** The wallet part of the contract: a fan's own statement, as a list and as a file, and what they allow themselves. */
export function walletRoutes({
  wallet,
  db,
  showsOf,
  purchasesOf,
}: {
  wallet: Wallet;
  db: Database;
  /** The shows that transfers belong to, by the transfer's id. */
  showsOf(transferIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** A fan's payments for tokens: the transfers that credited them, with their payments and US cents. */
  purchasesOf(fanId: number): Promise<Purchase[]>;
}): Handlers<typeof walletContract> {
  const presenterOf = async (fanId: number) =>
    presentWithMoney(await purchasesOf(fanId), await wallet.creditsOf(db, fanId));
  const limitsOf = async (fanId: number) =>
    ({ status: 200, body: presentLimits(await wallet.limits(db, fanId)) }) as const;
  const ownerOf = (call: Call<Viewer>) => ({ kind: "fan", id: call.viewer.userId }) as const;
  return {
    "GET /api/wallet/statement": async ({ query }, call) => {
      const { page } = query;
      const { rows, lastPage } = await wallet.statement(db, ownerOf(call), { ...filterOf(query), page });
      const meta = { current_page: page, last_page: lastPage };
      const shows = await showsOf(rows.map(({ transfer_id }) => transfer_id));
      const present = await presenterOf(call.viewer.userId);
      const data = rows.map((row) => ({ ...present(row), show_id: shows.get(row.transfer_id) ?? null }));
      return {
        status: 200,
        body: { data, links: { next: nextPage(query, page, lastPage) }, meta },
      };
    },
    "GET /api/wallet/statement.csv": async ({ query }, call) => {
      const rows = await wallet.entireStatement(db, ownerOf(call), filterOf(query));
      return csvAnswer("statement", statementCsv(rows.map(await presenterOf(call.viewer.userId))));
    },
    "GET /api/wallet/token-cost": async (_input, { viewer }) => {
      const credits = await wallet.creditsOf(db, viewer.userId);
      const cents = costOfTokens(await purchasesOf(viewer.userId), credits)(Number.POSITIVE_INFINITY);
      return {
        status: 200,
        body: { cost: cents === null ? null : { amount: cents / 100, currency: "USD" } },
      };
    },
    "GET /api/fan/limits": async (_input, { viewer }) => limitsOf(viewer.userId),
    "POST /api/fan/limits": async ({ body }, { viewer }) => {
      await wallet.setLimits(db, viewer.userId, body);
      return limitsOf(viewer.userId);
    },
    "POST /api/fan/pause": async ({ body }, { viewer }) => {
      await wallet.pauseSpending(db, viewer.userId, body.days);
      return limitsOf(viewer.userId);
    },
  };
}

function presentLimits({ pending, pausedUntil, ...limits }: SpendLimits) {
  return {
    ...limits,
    pending: pending && { ...pending, from: pending.from.toISOString() },
    paused_until: pausedUntil?.toISOString() ?? null,
  };
}

function filterOf({ from, to, type }: Query): StatementFilter {
  return { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(type ? { kind: type } : {}) };
}

function nextPage({ from, to, type }: Query, page: number, lastPage: number): string | null {
  if (page >= lastPage) return null;
  const kept = Object.entries({ from, to, type }).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  return `${path}?${new URLSearchParams([...kept, ["page", String(page + 1)]])}`;
}

const spendings = new Set([
  ...["tip", "gift", "unlock", "subscription", "message", "show_slice"],
  ...["hold", "release"],
]);

/** `price`: US cents that were paid, `cents`: less what went back to the fan later. */
export type Purchase = Paid & { paymentId: string; price: number | null };

/** A row with its money in dollars: a purchase at its price, also one refunded later, the rest at the fan's average until then. */
function presentWithMoney(purchases: readonly Purchase[], credits: readonly Omit<Credit, "cents">[]) {
  const byTransfer = new Map(purchases.map((purchase) => [purchase.transferId, purchase]));
  const costAt = costOfTokens(purchases, credits);
  const moneyOf = ({ transfer_id: id, tokens, type }: StatementRow) => {
    const purchase = byTransfer.get(id);
    const average = spendings.has(type) ? costAt(id) : null;
    const worth = purchase ? purchase.price : average === null ? null : average * Math.abs(tokens);
    return worth === null ? null : { amount: Math.round(worth) / 100, currency: "USD" };
  };
  return (row: StatementRow) => ({
    ...row,
    at: row.at.toISOString(),
    money: moneyOf(row),
    payment_id: byTransfer.get(row.transfer_id)?.paymentId ?? null,
  });
}

type PresentedRow = ReturnType<ReturnType<typeof presentWithMoney>>;

function statementCsv(rows: PresentedRow[]): string {
  const flat = rows.map(({ money, ...row }) => ({ ...row, money: money?.amount, currency: money?.currency }));
  return csvOf(flat, [
    ...(["id", "at", "type", "tokens", "balance_after", "counterpart", "reason", "transfer_id"] as const),
    ...(["money", "currency", "payment_id"] as const),
  ]);
}
