import type { moderationContract } from "#contract/moderation.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { keyOf, problem, waitProblem } from "#server/kit/http/problem.ts";
import { ofChat } from "./rooms.routes.ts";
import type { Rooms } from "./rooms.ts";

/** The part of the contract that keeps order in rooms. */
export function moderationRoutes({ rooms }: { rooms: Rooms }): Handlers<typeof moderationContract> {
  const { moderation } = rooms;
  const list = async ({ viewer }: Call<Viewer>) =>
    ({ status: 200, body: await moderation.list(viewer.userId) }) as const;
  return {
    "GET /api/studio/moderators": (_input, call) => list(call),
    "POST /api/studio/moderators": async ({ body }, call) => {
      const done = await moderation.appoint(call.viewer.userId, body.fan_id, body.moderates);
      if (done.ok) return list(call);
      const { refusal } = done;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_fans", refusal.retryAfterSeconds);
      return problem(call, refusal.code);
    },
    "POST /api/stream/{slug}/remove-message": async ({ params, body }, call) => {
      const removed = await moderation.remove(keeper(call.viewer), params.slug, body.id);
      return removed.ok
        ? { status: 200, body: { id: removed.id } }
        : problem(call, keyOf(removed.refusal, ofChat));
    },
    "POST /api/stream/{slug}/mute": async ({ params, body }, call) => {
      const { fan_id, minutes } = body;
      const muted = await moderation.mute(keeper(call.viewer), params.slug, fan_id, minutes);
      if (!muted.ok) {
        const { refusal } = muted;
        if (refusal.code === "too_many") return waitProblem(call, "too_many_fans", refusal.retryAfterSeconds);
        return problem(call, keyOf(refusal.code, ofChat));
      }
      return { status: 200, body: { fan_id, until: muted.until?.toISOString() ?? null } };
    },
  };
}

const keeper = ({ userId, role }: Viewer) => ({ userId, role: role === "model" ? "model" : "fan" }) as const;
