import type { lastConnectionContract } from "#contract/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Handlers, Viewer } from "#server/kit/http/call.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { Catalog } from "./catalog.ts";

const writtenEveryMs = 60_000;

type Needs = {
  accounts: Pick<Identity, "lastSeen" | "seen">;
  catalog: Pick<Catalog, "model" | "seen">;
  db: Reader;
  clock: Clock;
};

/** When a person was here last: a model's time is public, everybody else's is their own. */
export function lastConnectionRoutes(needs: Needs): Handlers<typeof lastConnectionContract> {
  const { accounts, catalog, db, clock } = needs;
  const own = async ({ userId, role }: Viewer): Promise<Date | null> =>
    role === "model"
      ? ((await catalog.model(db, userId))?.last_connection ?? null)
      : accounts.lastSeen(userId);
  const bodyOf = (at: Date | null) => ({ last_connection: at?.toISOString() ?? null });
  return {
    "GET /api/service/last-connection/{x}": async ({ params: { x } }, call) => {
      if (call.viewer?.userId === x) return { status: 200, body: bodyOf(await own(call.viewer)) };
      const model = await catalog.model(db, x);
      if (!model?.listed) return problem(call, "unknown_person");
      return { status: 200, body: bodyOf(model.last_connection) };
    },
    "POST /api/service/last-connection/{x}": async ({ params: { x } }, call) => {
      const { viewer } = call;
      if (viewer.userId !== x) return problem(call, "not_your_presence");
      const before = await own(viewer);
      if (before && clock.now().getTime() - before.getTime() < writtenEveryMs)
        return { status: 200, body: bodyOf(before) };
      await (viewer.role === "model" ? catalog.seen(x) : accounts.seen(viewer));
      return { status: 200, body: bodyOf(await own(viewer)) };
    },
  };
}
