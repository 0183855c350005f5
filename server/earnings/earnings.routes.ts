import type { earningsContract } from "#contract/earnings.ts";
import { csvAnswer } from "#server/kit/csv.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import type { Earnings } from "./earnings.ts";

const dayMs = 86_400_000;

/** The earnings of the model who calls. */
export function earningsRoutes(earnings: Earnings): Handlers<typeof earningsContract> {
  return {
    "GET /api/studio/earnings": async ({ query }, { viewer }) => ({
      status: 200,
      body: await earnings.view(spanOf(viewer.userId, query)),
    }),
    "GET /api/studio/earnings.csv": async ({ query }, { viewer }) =>
      csvAnswer(`earnings-${query.from}-${query.to}`, await earnings.csv(spanOf(viewer.userId, query))),
  };
}

/** Days are UTC, both included. */
function spanOf(modelId: number, { from, to }: { from: string; to: string }) {
  return { modelId, from: new Date(from), before: new Date(Date.parse(to) + dayMs) };
}
