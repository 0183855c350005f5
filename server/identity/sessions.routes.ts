import type { sessionsContract } from "#contract/sessions.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { Identity } from "./identity.ts";
import { proofOf, refusedOwner } from "./refused-owner.ts";
import { deviceOf } from "./rules/device.ts";

/** A person's own sessions: seen, ended one by one or all together. */
export function sessionRoutes(identity: Identity): Handlers<typeof sessionsContract> {
  return {
    "GET /api/fan/sessions": async (_input, { viewer }) => {
      const open = await identity.openSessions(viewer.userId);
      const data = open.map((session) => ({
        id: session.token_id,
        ...deviceOf(session.user_agent),
        created_at: session.issued_at.toISOString(),
        last_used_at: session.last_used_at.toISOString(),
        current: session.token_id === viewer.tokenId,
      }));
      return { status: 200, body: { data } };
    },
    "POST /api/fan/end-session": async ({ body }, call) => {
      if (body.id !== call.viewer.tokenId) {
        const checked = await identity.checkOwner(call.viewer.userId, proofOf(body, call));
        if (!checked.ok) return refusedOwner(call, checked.refusal);
      }
      const ended = await identity.endSessions(call.viewer.userId, { only: body.id });
      return ended === 0 ? problem(call, "unknown_session") : { status: 204, body: undefined };
    },
    "POST /api/fan/end-sessions": async ({ body }, call) => {
      const { userId, tokenId } = call.viewer;
      const checked = await identity.checkOwner(userId, proofOf(body, call));
      if (!checked.ok) return refusedOwner(call, checked.refusal);
      const except = body.keep_current ? tokenId : null;
      return { status: 200, body: { ended: await identity.endSessions(userId, { except }) } };
    },
  };
}
