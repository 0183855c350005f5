import { randomUUID } from "node:crypto";
import { subscriptionStatus } from "#contract/subscription-status.ts";
import type { Subscription } from "#contract/subscriptions.ts";
import type { Modules } from "#server/app.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { consentText } from "#server/subscriptions/subscriptions.ts";
import type { Language } from "../chat-bot/lines.ts";
import { type DemoModel, demoModel, demoModels } from "../models.ts";
import { regulars } from "../past/regulars.ts";
import { emailOf } from "./accounts.ts";
import { bundleCents, type CommerceGateWorld } from "./commercegate.ts";

type Settling = {
  db: Database;
  clock: Clock;
  subscriptions: Modules["subscriptions"];
  commerceGate: CommerceGateWorld;
  ids: ReadonlyMap<string, number>;
};

const dayMs = 24 * 3_600_000;

type Earlier = { model: string; daysLeft: number; canceledDaysAgo: number | null };

/** nico's subscriptions: the model, days until the end, and days since it was cancelled; `null`: it renews. */
const nicos: readonly Earlier[] = [
  { model: "sol", daysLeft: 21, canceledDaysAgo: null },
  { model: "marisol", daysLeft: 12, canceledDaysAgo: 4 },
  { model: "mila", daysLeft: 3, canceledDaysAgo: 2 },
  { model: "emilia", daysLeft: -15, canceledDaysAgo: 20 },
];

/** Every seventh model of the demo takes no new subscribers. */
const isOpen = (member: DemoModel) => member.login === "luna" || member.rank % 7 !== 0;
/** Tokens with each month: none at some, more where the month costs more. */
const freeTokensOf = (member: DemoModel) =>
  member.login !== "luna" && member.rank % 3 === 0 ? 0 : Math.round(member.monthlyPriceCents / 50);

/** Luna and every second model sell longer subscriptions, too. */
const bundlesOf = ({ login, rank, monthlyPriceCents }: DemoModel) => {
  const sold =
    login === "luna" || rank % 2 === 0
      ? ([
          [3, 10],
          [6, 15],
          [12, 25],
        ] as const)
      : [];
  return sold.map(([months, percent]) => ({
    months,
    priceCents: bundleCents(monthlyPriceCents, months, percent),
  }));
};

/** Names the prices of the demo models, and lets nico be subscribed; what is there already stays as it is. */
export async function seedSubscriptions(needs: Settling): Promise<void> {
  const { subscriptions, ids } = needs;
  for (const member of demoModels) {
    const id = ids.get(member.login);
    if (id === undefined || (await subscriptions.hasPlan(id))) continue;
    const plan = {
      priceCents: member.monthlyPriceCents,
      freeTokens: freeTokensOf(member),
      enabled: isOpen(member),
      bundles: bundlesOf(member),
    };
    const named = await subscriptions.changePlan(id, plan);
    if (!named.ok) throw new Error(`the provider has no package for ${member.login}`);
  }
  for (const wanted of nicos) await settleOne(needs, wanted);
}

/** Lets the regular fans be subscribed, each unless they are subscribed to anybody already. */
export function seedSubscribers(needs: Settling): Promise<void> {
  return inTransaction(needs.db, async (tx) => {
    for (const { login, language } of regulars) await settleRegular(tx, needs, login, language);
  });
}

/** How many of the regulars are subscribed to a model: more where more watch. */
const subscribersOf = ({ rank }: DemoModel) => (rank <= 8 ? 5 : rank <= 24 ? 2 : 1);

/** Subscribes a regular fan to the models whose turn it is, unless they are subscribed to anybody already. */
async function settleRegular(tx: Tx, needs: Settling, login: string, language: Language): Promise<void> {
  const fanId = needs.ids.get(login) ?? 0;
  if ((await needs.subscriptions.list(fanId, 1)).rows.length > 0) return;
  const place = regulars.findIndex((regular) => regular.login === login);
  for (const member of demoModels) {
    const turn = (place + member.rank * 7) % regulars.length;
    if (!isOpen(member) || turn >= subscribersOf(member)) continue;
    const daysLeft = 2 + ((member.rank * 5 + place * 11) % 27);
    await begin(tx, needs, { fan: login, language, model: member.login, daysLeft, canceledDaysAgo: null });
  }
}

/** Lets a subscription begin in the past, unless nico has one with that model which stands for the same. */
async function settleOne(needs: Settling, wanted: Earlier): Promise<void> {
  const { db, clock, subscriptions, ids } = needs;
  const [fanId, modelId] = [ids.get("nico") ?? 0, ids.get(wanted.model)];
  const { rows } = await subscriptions.list(fanId, 1);
  if (rows.some((row) => row.model_id === modelId && standsFor(row, wanted, clock.now()))) return;
  await inTransaction(db, (tx) => begin(tx, needs, { ...wanted, fan: "nico", language: "en" }));
}

/** Begins a subscription in the past, with us and in the books of its provider. */
async function begin(
  tx: Tx,
  { clock, subscriptions, commerceGate, ids }: Settling,
  wanted: Earlier & { fan: string; language: Language },
): Promise<void> {
  const { fan, language } = wanted;
  const [fanId, modelId, member] = [ids.get(fan), ids.get(wanted.model), demoModel(wanted.model)];
  if (fanId === undefined || modelId === undefined || !member)
    throw new Error(`${fan} or ${wanted.model} is not there`);
  const now = clock.now();
  const paidUntil = new Date(now.getTime() + wanted.daysLeft * dayMs);
  const startedAt = new Date(paidUntil.getTime() - 30 * dayMs);
  const { canceledDaysAgo } = wanted;
  const canceledAt = canceledDaysAgo === null ? null : new Date(now.getTime() - canceledDaysAgo * dayMs);
  const [reference, transactionId] = [randomUUID(), `cg${startedAt.getTime()}${modelId}${fanId}`];
  const known = { reference, transactionId, startedAt };
  const atProvider = commerceGate.adopt({
    ...known,
    paidUntil,
    amountCents: member.monthlyPriceCents,
    email: emailOf(fan),
    state: wanted.daysLeft < 0 ? "ended" : canceledAt ? "canceled" : "running",
  });
  const imported = {
    ...known,
    ...atProvider,
    fanId,
    modelId,
    canceledAt,
    priceCents: member.monthlyPriceCents,
  };
  const terms = {
    modelName: member.name,
    months: 1,
    priceCents: member.monthlyPriceCents,
    freeTokens: 0,
  } as const;
  const consent = { language, text: consentText(language, terms) } as const;
  await subscriptions.importSubscription(tx, { ...imported, consent });
}

/**
 * A running subscription stands for itself, whatever a visitor made of it; an ended one is started again unless it was
 * meant to have ended.
 */
function standsFor(row: Subscription, wanted: Earlier, now: Date): boolean {
  return wanted.daysLeft < 0 || subscriptionStatus(row, now) !== "expired" || row.canceled_at === null;
}
