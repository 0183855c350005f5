import type { payoutsContract } from "#contract/earnings.ts";
import { csvAnswer } from "#server/kit/csv.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { type AdminNeeds, staffOf } from "./needs.ts";
import { payouts, payoutsPerPage } from "./payouts.ts";

/** The payouts sheet of the staff area. */
export function payoutRoutes(needs: AdminNeeds): Handlers<typeof payoutsContract> {
  const { sheet, csv, pay } = payouts(needs);
  return {
    "GET /api/admin/payouts": async ({ query: { month, page } }) => {
      const { rows, total } = await sheet(month, page);
      const paging = { page, total, pageSize: payoutsPerPage };
      return { status: 200, body: pageOf(rows, paging, "/api/admin/payouts", { month }) };
    },
    "GET /api/admin/payouts.csv": async ({ query: { month } }) =>
      csvAnswer(`payouts-${month}`, await csv(month)),
    "POST /api/admin/payouts/{id}": async ({ params, body }, call) => {
      const { month, tokens, reference, client_id: clientId } = body;
      const order = { modelId: params.id, month, tokens, reference, clientId };
      const done = await pay(await staffOf(needs, call), order);
      return done.ok
        ? { status: 200, body: done.row }
        : problem(
            call,
            keyOf(done.refusal, { key_reused: "action_key_reused", exceeds_due: "payout_exceeds_due" }),
          );
    },
  };
}
