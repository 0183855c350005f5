import { sql } from "kysely";
import { expect, test } from "vitest";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type Club, clubsOver } from "#testing/subscriptions/club.ts";
import {
  CANCELED,
  ENDED,
  type NoticeChanges,
  noticeOf,
  permutations,
  REBILL,
  returned,
  SALE,
  waiting,
} from "#testing/subscriptions/notices.ts";

const database = fileDatabase();
const openClub = clubsOver(database);
const wallet = createWallet();
const dayMs = 24 * 3_600_000;

type Command = "cancel" | "enable";
type Life = {
  name: string;
  /** In their true order. */
  steps: readonly (NoticeChanges | Command)[];
  ends: { state: string; days: number; access: boolean; canceled: boolean; byFan?: boolean; tokens: number };
};

const isOver = { state: "ended", days: 0, access: false, canceled: true, tokens: 0 };
const lives: readonly Life[] = [
  {
    name: "a sale",
    steps: [SALE],
    ends: { state: "running", days: 30, access: true, canceled: false, tokens: 10 },
  },
  {
    name: "a sale, cancelled, ended",
    steps: [SALE, CANCELED, ENDED],
    ends: { ...isOver, tokens: 10 },
  },
  {
    name: "a sale, renewed, cancelled",
    steps: [SALE, REBILL, CANCELED],
    ends: { state: "running", days: 60, access: true, canceled: true, tokens: 20 },
  },
  {
    name: "a sale, renewed, cancelled, ended",
    steps: [SALE, REBILL, CANCELED, ENDED],
    ends: { ...isOver, tokens: 20 },
  },
  { name: "a sale, refunded", steps: [SALE, returned("REFUND", "t1")], ends: isOver },
  { name: "a sale, charged back", steps: [SALE, returned("CHARGEBACK", "t1")], ends: isOver },
  {
    name: "a sale, renewed, the first month charged back",
    steps: [SALE, REBILL, returned("CHARGEBACK", "t1")],
    ends: { state: "running", days: 60, access: true, canceled: true, tokens: 10 },
  },
  {
    name: "a sale, renewed, the second month charged back",
    steps: [SALE, REBILL, returned("CHARGEBACK", "t2")],
    ends: { state: "running", days: 30, access: true, canceled: true, tokens: 10 },
  },
  {
    name: "a sale, renewed, the first month refunded",
    steps: [SALE, REBILL, returned("REFUND", "t1")],
    ends: { state: "running", days: 60, access: true, canceled: true, tokens: 10 },
  },
  {
    name: "a sale, renewed, cancelled, the first month charged back and the second refunded",
    steps: [SALE, REBILL, CANCELED, returned("CHARGEBACK", "t1"), returned("REFUND", "t2")],
    ends: isOver,
  },
  {
    name: "a sale, cancelled by the fan, which the provider reports, and ended",
    steps: [SALE, "cancel", CANCELED, ENDED],
    ends: { ...isOver, byFan: true, tokens: 10 },
  },
  {
    name: "a sale, cancelled by the fan, which the provider reports, enabled again, renewed",
    steps: [SALE, "cancel", CANCELED, "enable", REBILL],
    ends: { state: "running", days: 60, access: true, canceled: false, tokens: 20 },
  },
];

/** Orders that can happen: a fan commands what is paid, one thing after another, and the provider ends last what the fan cancelled. */
function ordersOf({ steps }: Life): (readonly (NoticeChanges | Command)[])[] {
  const commands = steps.filter((step) => typeof step === "string");
  return permutations(steps).filter((order) => {
    const at = (step: NoticeChanges | Command) => order.indexOf(step);
    const inTurn = commands.every((command, index) =>
      index === 0 ? at(command) > at(SALE) : at(command) > at(commands[index - 1] ?? command),
    );
    return inTurn && (commands.length === 0 || at(ENDED) === -1 || at(ENDED) > at("cancel"));
  });
}

/** Lives one order: each notice comes twice, and all of them once more in the end. */
async function live(club: Club, order: readonly (NoticeChanges | Command)[]) {
  const { fan, model } = await waiting(club, { freeTokens: 10 });
  const name = await club.userName(fan);
  const membership = club.provider.store.byUserName(name);
  if (!membership) throw new Error("no such membership");
  club.provider.store.save({ ...membership, state: "running" });
  const notices: string[] = [];
  for (const step of order) {
    if (typeof step === "string") await command(club, { fan, model }, step);
    else {
      const notice = await noticeOf(club, fan, step);
      notices.push(notice);
      for (const copy of [notice, notice])
        expect(await club.notify(copy)).toEqual({ status: 200, text: "SUCCESS" });
    }
  }
  await Promise.all(notices.map((notice) => club.notify(notice)));
  return endOf(club, { fan, model });
}

async function command(club: Club, { fan, model }: { fan: number; model: number }, step: Command) {
  const [path, body] =
    step === "cancel"
      ? ["/api/fan/unsubscribe-model", { model_id: model }]
      : ["/api/fan/subscribe-model", { modelId: model }];
  expect((await club.call("POST", path, { id: fan }, { body })).status).toBe(200);
}

/** Everything that somebody could notice of a fan's only subscription; numbers without what makes them the fan's own. */
async function endOf(club: Club, { fan, model }: { fan: number; model: number }) {
  const plain = (text: string) => text.replaceAll(`-${fan}`, "").replaceAll(`${fan}`, "fan");
  const table = (await club.list(fan)).map(({ id: _id, model_id: _model, login: _login, name: _name, ...row }) => ({
    ...row,
    gateway_subscription_id: plain(String(row.gateway_subscription_id)),
  }));
  const subscription = await sql<{ id: number; state: string; renews: boolean }>`
    select id, state, renews from subscriptions.subscription where fan_id = ${fan}`.execute(database.db);
  const id = subscription.rows[0]?.id;
  const charges = await sql<{ number: string }>`
    select replace(transaction_id, ${`-${fan}`}, '') as number, state, amount_cents, period_start, period_end,
      free_tokens from subscriptions.charge where subscription_id = ${id} order by transaction_id`.execute(
    database.db,
  );
  const events = await sql<{ kind: string; payload: Record<string, unknown> }>`
    select kind, payload from kit.outbox where stream = ${`subscriptions.${fan}`} order by id`.execute(
    database.db,
  );
  const of = (kind: string) => events.rows.filter((event) => event.kind === kind).map(({ payload }) => payload);
  const { start, end, canceledAt } = of("subscription_saved").at(-1) ?? {};
  const statement = await wallet.entireStatement(database.db, { kind: "fan", id: fan }, {});
  return {
    table,
    state: subscription.rows.map(({ state, renews }) => ({ state, renews })),
    access: (await club.subscriptions.subscribed(database.db, fan, [model])).has(model),
    charges: charges.rows,
    balance: await club.balance(fan),
    statement: statement.map(({ type, tokens }) => `${type} ${tokens}`).sort(),
    paid: of("subscription_paid").map(({ transactionId }) => plain(String(transactionId))).sort(),
    returned: of("subscription_returned").map(({ kind }) => kind).sort(),
    saved: { start, end, canceledAt },
  };
}

test.each(lives.map((life) => [life.name, life] as const))(
  "R-OPEN-42, R-OPEN-44, R-OPEN-45: whatever order its notices come in, twice each, a life ends the same: %s",
  async (_name, life) => {
    const club = await openClub();
    club.provider.setKnobs({ copies: 0 });
    const { ends } = life;
    const now = club.clock.now();
    const trueEnd = await live(club, life.steps);
    expect(trueEnd).toMatchObject({
      state: [{ state: ends.state, renews: !ends.canceled }],
      access: ends.access,
      balance: ends.tokens,
      table: [
        {
          created_at: now.toISOString(),
          expire_at: new Date(now.getTime() + ends.days * dayMs).toISOString(),
          canceled_at: ends.canceled ? now.toISOString() : null,
          user_canceled_at: ends.byFan ? now.toISOString() : null,
          gateway_subscription_id: "t1",
        },
      ],
    });
    for (const order of ordersOf(life).slice(1)) {
      const words = order.map((step) => (typeof step === "string" ? step : step.TransactionType)).join(" ");
      expect(await live(club, order), words).toEqual(trueEnd);
    }
  },
);
