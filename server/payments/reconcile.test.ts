import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

test("R-OPEN-34: while a gateway hangs, stopping waits for the questions under way and begins none; another process asks the rest", async () => {
  const asked: string[] = [];
  const answered = Promise.withResolvers<void>();
  const fixture = await openFixture({
    needs: (needs) => ({
      ...needs,
      gateways: Object.fromEntries(
        Object.entries(needs.gateways).map(([name, gateway]) => [
          name,
          {
            ...gateway,
            start: async () => ({ kind: "unknown" as const, detail: "no answer" }),
            fetch: async (reference: string) => {
              asked.push(reference);
              await answered.promise;
              return { kind: "unknown" as const, detail: "no answer" };
            },
          },
        ]),
      ),
    }),
  });
  const payments = 15;
  for (let payment = 0; payment < payments; payment++) {
    const answer = await fixture.buy(await fixture.newFan());
    expect(answer.body.status).toBe("pending");
  }
  fixture.clock.advance(10_000);
  await until(() => asked.length === 10, "ten questions");
  const stopped = fixture.payments.stop();
  answered.resolve();
  await stopped;
  expect(asked).toHaveLength(10);
  fixture.clock.advance(600_000);
  await fixture.anotherProcess().reconcile();
  expect(new Set(asked).size).toBe(payments);
});
