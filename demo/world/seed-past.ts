import { createHash } from "node:crypto";
import { z } from "zod";
import type { Modules } from "#server/app.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { toDecimal } from "#server/payments/payments.ts";
import type { ImportedPast } from "#server/wallet/wallet.ts";
import { planContent } from "../content/plan.ts";
import type { PastSale } from "../gateways/sandbox/sale.ts";
import { type DemoModel, demoModels } from "../models.ts";
import { endOf, keys, ledgerOf, type Paid } from "../past/ledger.ts";
import { payoutsOf } from "../past/payouts.ts";
import { type PlannedPast, planPast } from "../past/plan.ts";
import { regulars } from "../past/regulars.ts";
import type { ForSale } from "../past/spending.ts";
import { readTexts } from "../texts.ts";
import { owners } from "./owners.ts";

export type PastNeeds = Pick<Modules, "wallet" | "payments" | "shows" | "content" | "support"> & {
  db: Database;
  clock: Clock;
  ids: ReadonlyMap<string, number>;
  members?: readonly DemoModel[];
  /** Enters the sales of the past in the books of the processor that they were made at. */
  recordSales(sales: readonly PastSale[]): void;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const cards = [
  { brand: "visa", bin: "424242", last4: "4242" },
  { brand: "visa", bin: "411111", last4: "1111" },
] as const;
/** How long a gateway took. */
const settledAfterMs = 4_000;
const declineCode = "do_not_honor";

const tickets = readTexts(
  "past/tickets.json",
  z.array(
    z.strictObject({
      from: z.string(),
      daysAgo: z.number(),
      closedAfterHours: z.number().nullable(),
      message: z.string(),
    }),
  ),
);

/** Writes down that fans own what they bought in the past; to be called once the items are there. */
export type OwnLater = () => Promise<void>;

const nothing: OwnLater = async () => {};

/**
 * Gives a new demo world ninety days behind it: what regular fans bought and spent, their shows and ratings, what models were
 * paid, and messages to support. A world in which somebody has earned a token already keeps the past that it has.
 */
export async function seedPast(needs: PastNeeds): Promise<OwnLater> {
  const { db, wallet, clock, members = demoModels } = needs;
  if ((await wallet.earnedSince(db, new Date(0))).size > 0) return nothing;
  const now = clock.now();
  const { packages } = await needs.payments.packagesFor(null, "en");
  const plan = planPast(now, {
    models: members,
    owners,
    packages: packages.map(({ id, base_tokens, bonus_tokens, price }) => ({
      ...{ id, baseTokens: base_tokens, bonusTokens: bonus_tokens, cents: Math.round(price * 100) },
    })),
    forSale: forSaleAt(now),
  });
  const payouts = payoutsOf(plan.spent, members, now);
  const names = new Map(members.map(({ login, name }) => [login, name]));
  const imported = await inTransaction(db, async (tx) => {
    const past = await needs.wallet.importPast(tx, ledgerOf(plan, payouts, needs.ids, names));
    await payTokens(tx, needs, plan, past);
    await holdShows(tx, needs, plan, past, members);
    await recordPayouts(tx, needs, payouts);
    await needs.support.importTickets(
      tx,
      tickets.map((ticket) => ticketAt(ticket, now, needs.ids)),
    );
    return past;
  });
  return () => ownBought(needs, plan, imported);
}

const idOf = (ids: ReadonlyMap<string, number>, login: string): number => {
  const id = ids.get(login);
  if (id === undefined) throw new Error(`${login} has no account`);
  return id;
};

function forSaleAt(now: Date): ReadonlyMap<string, ForSale[]> {
  const sold = planContent().filter(
    ({ price, forSubscribers, visible, startsInHours, endedHoursAgo }) =>
      price > 0 && !forSubscribers && visible && startsInHours === null && endedHoursAgo === null,
  );
  return Map.groupBy(
    sold.map(({ seedKey, title, price, hoursAgo }) => ({
      ...{ seedKey, title, price, since: new Date(now.getTime() - hoursAgo * hourMs) },
    })),
    ({ seedKey }) => seedKey.split(".")[0] ?? "",
  );
}

async function payTokens(
  tx: Tx,
  { payments, recordSales, ids }: PastNeeds,
  { bought }: PlannedPast,
  { transfers }: ImportedPast,
): Promise<void> {
  const countries = new Map(regulars.map(({ login, country }) => [login, country]));
  const purchases = bought.map((one, index) => {
    const transferId = transfers.get(keys.bought(index));
    const settledAt = one.declined ? new Date(one.at.getTime() + settledAfterMs) : one.at;
    const fanId = idOf(ids, one.fan);
    return {
      ...{ id: uuidOf(`payment ${index} of ${one.at.getTime()}`), fanId, package: one.package },
      ...{ gateway: "sandbox", reference: `past-${index}`, card: cards[fanId % cards.length] ?? cards[0] },
      country: countries.get(one.fan) ?? "US",
      outcome: transferId === undefined ? { declined: declineCode } : { transferId },
      at: one.declined ? one.at : new Date(one.at.getTime() - settledAfterMs),
      settledAt,
    };
  });
  await payments.importPurchases(tx, purchases);
  recordSales(purchases.map(saleOf));
}

const saleOf = ({
  id,
  reference,
  outcome,
  card,
  at,
  package: { cents },
}: Parameters<PastNeeds["payments"]["importPurchases"]>[1][number]): PastSale => ({
  ...{ id: reference, reference: id, order_id: id, card, created_at: at.toISOString() },
  amount: toDecimal(cents),
  status: "declined" in outcome ? "declined" : "approved",
  decline_code: "declined" in outcome ? outcome.declined : null,
});

async function holdShows(
  tx: Tx,
  { shows, ids }: PastNeeds,
  { spent }: PlannedPast,
  { holds }: ImportedPast,
  members: readonly DemoModel[],
): Promise<void> {
  const byLogin = new Map(members.map((member) => [member.login, member]));
  await shows.importShows(
    tx,
    spent.flatMap((one, index) => {
      const [model, holdId] = [byLogin.get(one.model), holds.get(keys.hold(index))];
      if (one.kind !== "show" || !model || holdId === undefined) return [];
      const rate = model.rates[one.mode];
      return {
        ...{
          modelId: idOf(ids, one.model),
          modelName: model.name,
          fanId: idOf(ids, one.fan),
          mode: one.mode,
        },
        ...{ rate, minimum: Math.min(rate, model.minimumTokens), seconds: one.seconds, spent: one.tokens },
        ...{ holdId, startedAt: one.at, endedAt: endOf(one), rating: one.rating },
      };
    }),
  );
}

async function recordPayouts(tx: Tx, { support, ids }: PastNeeds, payouts: readonly Paid[]): Promise<void> {
  const staff = { id: idOf(ids, "staff"), login: "staff" };
  for (const one of payouts)
    await support.record(tx, {
      ...{ key: keys.paid(one), staff, action: "pay_out" as const },
      ...{ target: `model:${idOf(ids, one.model)}`, label: one.model },
      ...{ reason: `${one.month}: ${one.tokens} · ${one.reference}`, at: one.at },
    });
}

function ticketAt(
  { from, daysAgo, closedAfterHours, message }: (typeof tickets)[number],
  now: Date,
  ids: ReadonlyMap<string, number>,
) {
  const at = new Date(now.getTime() - daysAgo * dayMs);
  return {
    ...{ clientId: uuidOf(message), name: from, email: `${from}@simulated.invalid`, message, at },
    language: regulars.find(({ login }) => login === from)?.language ?? "en",
    accountId: idOf(ids, from),
    closedAt: closedAfterHours === null ? null : new Date(at.getTime() + closedAfterHours * hourMs),
  };
}

async function ownBought(
  { db, content, ids }: PastNeeds,
  { spent }: PlannedPast,
  { transfers }: ImportedPast,
): Promise<void> {
  const items = await content.seeded();
  const owned = spent.flatMap((one, index) => {
    if (one.kind !== "unlock") return [];
    const [item, transferId] = [items.get(one.seedKey), transfers.get(keys.spent(index))];
    if (!item || transferId === undefined) return [];
    const fanId = idOf(ids, one.fan);
    return {
      fanId,
      itemId: item.id,
      price: one.tokens,
      transferId,
      key: keys.spent(index),
      boughtAt: one.at,
      stars: one.stars,
    };
  });
  await inTransaction(db, (tx) => content.importPurchases(tx, owned));
}

/** An id that follows from a text, so that the same past has the same ids. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
