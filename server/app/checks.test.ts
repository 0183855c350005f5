import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { createLogger } from "#server/kit/log.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { checkUnread } from "./operations.ts";

const app = testApp();
let staff: Person;
beforeAll(async () => {
  staff = await app.staff();
});

const sound = async () =>
  /^fanlight_ledger_sound (\S+)$/m.exec(String((await app.call("GET", "/metrics")).body.text))?.[1];
const state = async () => (await app.call("GET", "/api/admin/state", { as: staff })).body;

test("the ledger is reported as sound only once an audit has found it so, and for half an hour", async () => {
  expect(await sound(), "before the first audit").toBe("0");
  await app.check();
  expect(await sound()).toBe("1");
  expect(await state()).toMatchObject({ ledger: { ok: true, outdated: false } });
  await sql`update support.check_result set at = now() - interval '31 minutes'`.execute(app.db);
  expect(await sound()).toBe("0");
  expect(await state()).toMatchObject({ ledger: { outdated: true }, reconciliation: { outdated: true } });
  const found = { accounts: 1, transfers: 1, problems: ["all accounts together hold 1 token"] };
  await app.modules.support.keepCheck("ledger_audit", false, found);
  expect(await sound()).toBe("0");
});

test("the ledger is audited also when the reconciliation fails, and has minutes for it", async () => {
  const { payments, wallet } = app.modules;
  const reconcile = vi.spyOn(payments, "reconcile").mockRejectedValue(new Error("no gateway answers"));
  const { audit } = wallet;
  const limits: unknown[] = [];
  const watched = vi.spyOn(wallet, "audit").mockImplementation(async (reader) => {
    limits.push(...(await readRows(reader, sql`select current_setting('statement_timeout') as most`)));
    return audit(reader);
  });
  await expect(app.check()).rejects.toThrow("no gateway answers");
  for (const spy of [reconcile, watched]) spy.mockRestore();
  expect(limits).toEqual([{ most: "5min" }]);
  expect(await sound()).toBe("1");
});

/** Lets the check of unread messages do something else, while `work` runs. */
async function withUnreadCheck(body: string, work: () => Promise<void>): Promise<void> {
  const [kept] = await readRows(
    app.owner,
    sql<{
      definition: string;
    }>`select pg_get_functiondef('messaging.unread_problems()'::regprocedure) as definition`,
  );
  await sql
    .raw(
      `create or replace function messaging.unread_problems() returns setof text language plpgsql as $$ ${body} $$`,
    )
    .execute(app.owner);
  try {
    await work();
  } finally {
    await sql.raw(String(kept?.definition)).execute(app.owner);
  }
}

test("the job that audits the ledger ends well while unread messages cannot be checked, which is a job of its own", async () => {
  const jobs = () =>
    readRows(
      app.db,
      sql<{ name: string; failed: boolean }>`
        select task_identifier as name, last_error like '%cannot be counted%' as failed from graphile_worker.jobs
        where task_identifier in ('audit_ledger', 'check_unread')`,
    );
  await withUnreadCheck("begin raise 'cannot be counted'; end", async () => {
    await app.withTransaction(async (tx) => {
      for (const name of ["audit_ledger", "check_unread"])
        await enqueue(tx, { name, payload: {}, triesMax: 1 });
    });
    const auditEnded = ({ name, failed }: { name: string; failed: boolean }) =>
      name !== "audit_ledger" || failed;
    await until(async () => (await jobs()).every(auditEnded), "the audit to end");
    expect(await jobs()).not.toContainEqual({ name: "audit_ledger", failed: true });
    await until(async () => (await jobs()).every(({ failed }) => failed), "the check to fail");
  });
  expect(await jobs()).toEqual([{ name: "check_unread", failed: true }]);
  expect(await sound()).toBe("1");
});

test("unread messages are checked with minutes for it, and what is found is logged", async () => {
  const log = createLogger("silent");
  const logged = vi.spyOn(log, "error");
  await withUnreadCheck("begin return next current_setting('statement_timeout'); end", () =>
    checkUnread({ db: app.db, log }),
  );
  expect(logged.mock.calls).toEqual([[{ problems: ["5min"] }, "unread messages are counted wrong"]]);
});
