import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

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
