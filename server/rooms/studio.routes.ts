import type { studioContract } from "#contract/studio.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Rooms } from "./rooms.ts";

/** The studio part of the contract. Every call answers what it changed as it is afterwards. */
export function studioRoutes({ rooms, db }: { rooms: Rooms; db: Database }): Handlers<typeof studioContract> {
  const view = async (call: Call<Viewer>) =>
    ({ status: 200, body: await rooms.studio(call.viewer.userId, call.origin) }) as const;
  const bans = async ({ viewer }: Call<Viewer>) =>
    ({ status: 200, body: { data: await rooms.bans.list(viewer.userId) } }) as const;
  return {
    "GET /api/studio": (_input, call) => view(call),
    "GET /api/studio/fans": async (_input, call) => ({
      status: 200,
      body: { data: await rooms.fans(call.viewer.userId) },
    }),
    "GET /api/studio/bans": (_input, call) => bans(call),
    "POST /api/studio/ban": async ({ body }, call) => {
      const banned = await rooms.bans.add(call.viewer.userId, body.fan_id);
      if (banned.ok) return bans(call);
      const { refusal } = banned;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_fans", refusal.retryAfterSeconds);
      return problem(call, refusal.code);
    },
    "POST /api/studio/lift-ban": async ({ body }, call) => {
      await rooms.bans.lift(call.viewer.userId, body.fan_id);
      return bans(call);
    },
    "POST /api/studio/room": async ({ body }, call) => {
      const changed = await inTransaction(db, (tx) => rooms.changeRoom(tx, call.viewer.userId, body));
      return changed.ok ? view(call) : fieldProblem(call, changed.refusal.code, changed.refusal.field);
    },
    "GET /api/studio/tip-menu": async (_input, { viewer }) => ({
      status: 200,
      body: { items: await rooms.tips.menu(viewer.userId) },
    }),
    "POST /api/studio/tip-menu": async ({ body }, { viewer }) => ({
      status: 200,
      body: { items: await rooms.tips.saveMenu(viewer.userId, body.items) },
    }),
    "POST /api/studio/stream-key": async (_input, call) => {
      await rooms.renewKey(call.viewer.userId);
      return view(call);
    },
    "POST /api/studio/stop": async (_input, call) => {
      await rooms.endStream(call.viewer.userId);
      return view(call);
    },
  };
}
