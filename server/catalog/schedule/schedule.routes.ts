import type { scheduleContract } from "#contract/schedule.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { fieldProblem } from "#server/kit/http/problem.ts";
import type { Catalog } from "../catalog.ts";

/** The part of the contract in which a model sets when they mean to be on air. */
export function scheduleRoutes({
  catalog: { schedules },
}: {
  catalog: Pick<Catalog, "schedules">;
}): Handlers<typeof scheduleContract> {
  return {
    "GET /api/studio/schedule": async (_input, { viewer }) => ({
      status: 200,
      body: await schedules.view(viewer.userId),
    }),
    "POST /api/studio/schedule": async ({ body }, call) => {
      const saved = await schedules.save(call.viewer.userId, body);
      if (saved.ok) return { status: 200, body: await schedules.view(call.viewer.userId) };
      return fieldProblem(call, saved.refusal, saved.refusal === "unknown_time_zone" ? "time_zone" : "hours");
    },
  };
}
