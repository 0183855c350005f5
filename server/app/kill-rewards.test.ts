import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type Member, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { emailTo, pathIn } from "#testing/email/inbox.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { apiKey, sandboxSecret, startFakeProcessor } from "#testing/payments/fakes.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();
const rewardTokens = 50;
const balance = ({ id }: Member) => wallet.balance(database.db, { kind: "fan", id });
const reasonsOf = async ({ id }: Member) =>
  (await wallet.entireStatement(database.db, { kind: "fan", id }, {})).map(({ tokens, type }) => [
    type,
    tokens,
  ]);

/** Buys the first package; an answer that never comes is no error here. */
async function buy(app: NamedApp, as: Member): Promise<void> {
  const { body } = await app.call("GET", "/api/token-packages", { as });
  const [pack] = (body.data as { packages: { id: number; price: number }[] }).packages;
  if (!pack) throw new Error("nothing is on sale");
  const order = { ...validRequest(pack), email: as.email };
  await app.call("POST", "/api/payments/process", { as, body: order }).catch(() => undefined);
}

test(
  "R-REF-04: kill -9 amid the rewards of six first purchases: each inviter gets 50 tokens, once",
  {
    timeout: 150_000,
  },
  async () => {
    let app: NamedApp | undefined;
    const processor = await startFakeProcessor(() => app?.origin ?? "http://127.0.0.1:9", systemClock, 5_000);
    const settings = {
      processor: {
        url: `${processor.origin()}/dev/gateways/sandbox`,
        apiKey,
        callbackSecret: sandboxSecret,
      },
    };
    app = await apps.start(settings);
    const pairs: { inviter: Member; friend: Member }[] = [];
    for (let n = 0; n < 6; n++) {
      const inviter = await registerMember(app);
      pairs.push({ inviter, friend: await registerMember(app, "en", false, { referrer: inviter.id }) });
    }
    // The tokens of three friends are given and their inviters' reward is written, but not what it was for.
    const held = pairs.slice(0, 3);
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from wallet.account where kind = 'fan' and owner_id = any (${held.map(({ inviter }) => inviter.id)}) for update`.execute(
        tx,
      ),
    );
    const first = app;
    const bought = Promise.all(pairs.map(({ friend }) => buy(first, friend)));
    await stop.reached(first.name, 3);
    // All six are charged by then: what was never ordered could not be rewarded.
    await until(
      async () => (await sum(pairs.slice(3))) === 3 * rewardTokens,
      "the rewards that nothing holds",
    );
    const killed = first.kill();
    await stop.release();
    await killed;
    await bought;
    for (const { friend, inviter } of held)
      expect([await balance(friend), await balance(inviter)]).toEqual([0, 0]);

    // Two minutes on, the next process finds what was charged, and gets each payment reported three times more.
    app = await apps.start({ ...settings, clockAheadMs: 2 * 60_000 });
    const next = app;
    await until(async () => (await sum(pairs)) === pairs.length * rewardTokens, "every reward");
    const reports = (await paymentsOf(pairs)).flatMap(({ id }) => [id, id, id]);
    expect(reports).toHaveLength(3 * pairs.length);
    for (const { status } of await Promise.all(reports.map((reference) => reportTo(next, reference))))
      expect(status).toBe(200);
    for (const { friend } of pairs) await buy(next, friend);
    for (const { friend, inviter } of pairs) {
      expect(await balance(friend)).toBe(200);
      expect(await reasonsOf(inviter)).toEqual([["referral", rewardTokens]]);
    }
    await processor.app.close();
  },
);

const sum = async (pairs: { inviter: Member }[]) =>
  (await Promise.all(pairs.map(({ inviter }) => balance(inviter)))).reduce(
    (total, tokens) => total + tokens,
    0,
  );

const reportTo = (app: NamedApp, reference: string) =>
  sendReport(app.origin, { reference, status: "approved" });

const paymentsOf = (pairs: { friend: Member }[]) =>
  readRows(
    database.db,
    sql<{
      id: string;
    }>`select id from payments.intent where fan_id = any (${pairs.map(({ friend }) => friend.id)})`,
  );

test(
  "R-ACCT-17, R-REF-05: kill -9 between proving an email and its 5 tokens: the link still works, and gives them once",
  {
    timeout: 90_000,
  },
  async () => {
    const app = await apps.start();
    const fan = await registerMember(app);
    const link = pathIn(await emailTo(app, fan.email, "Confirm your email"));
    const body = JSON.stringify({ token: new URL(link, app.origin).searchParams.get("token") });
    const press = (origin: string) =>
      fetch(`${origin}/api/email-link`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from wallet.account where kind = 'fan' and owner_id = ${fan.id} for update`.execute(tx),
    );
    const opened = press(app.origin).catch(() => null);
    await stop.reached(app.name, 1);
    const killed = app.kill();
    await stop.release();
    await killed;
    expect(await opened).toBeNull();
    expect([await validation(fan), await balance(fan)]).toEqual(["waiting", 0]);

    const next = await apps.start();
    const again = await Promise.all([1, 2, 3].map(async () => (await press(next.origin)).json()));
    expect(again.map(({ link }) => String(link)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "already",
      "already",
      "confirmed",
    ]);
    expect([await validation(fan), await balance(fan)]).toEqual(["confirmed", 5]);
  },
);

async function validation({ id }: Member): Promise<string | undefined> {
  const rows = await readRows(
    database.db,
    sql<{ validation: string }>`select validation from accounts.account where id = ${id}`,
  );
  return rows[0]?.validation;
}
