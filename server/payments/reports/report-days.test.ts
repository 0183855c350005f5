import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const hourMs = 3_600_000;

test("R-OPEN-42: each day that is over is reported once, an hour later, also by two nodes and after days without any", async () => {
  const fixture = await openFixture({ at: "2026-11-21T22:00:00Z" });
  const fan = await fixture.newFan();
  expect((await fixture.buy(fan)).body.status).toBe("completed");
  const other = fixture.anotherProcess();
  const reportAfter = async (hours: number) => {
    fixture.clock.set(new Date(fixture.clock.now().getTime() + hours * hourMs));
    const written = await Promise.all([fixture.payments.reportDays(), other.reportDays()]);
    return written[0] + written[1];
  };
  expect(await reportAfter(0), "the fortnight before").toBe(14);
  expect(await reportAfter(2.5), "half past midnight").toBe(0);
  expect(await reportAfter(1)).toBe(1);
  expect(await reportAfter(1)).toBe(0);
  const [newest, before] = await fixture.payments.dayReports();
  expect(newest).toMatchObject({ day: "2026-11-21", payments: 1, differences: 0 });
  expect(before).toMatchObject({ day: "2026-11-20", payments: 0, differences: 0 });
  expect(await reportAfter(72), "three days in which nothing ran").toBe(3);
});

test("R-OPEN-42: what differed that night stays written down, and nobody rewrites it", async () => {
  const fixture = await openFixture({ at: "2027-01-10T12:00:00Z" });
  await sendReport(fixture.origin, { reference: randomUUID(), status: "approved" });
  fixture.clock.set("2027-01-11T01:30:00Z");
  expect(await fixture.payments.reportDays()).toBeGreaterThan(0);
  expect((await fixture.payments.dayReports())[0]).toMatchObject({ day: "2027-01-10", differences: 1 });
  expect(fixture.logged()).toContain('"differences":{"no_payment":1}');
  await expect(
    sql`update payments.day_report set differences = '[]'`.execute(database.owner),
  ).rejects.toThrow();
  await expect(sql`delete from payments.day_report`.execute(database.owner)).rejects.toThrow();
});
