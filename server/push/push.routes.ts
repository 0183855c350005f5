import type { pushContract } from "#contract/push.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { Push } from "./push.ts";

/** The push part of the contract: each call is about the browser of the session that makes it. */
export function pushRoutes(push: Push): Handlers<typeof pushContract> {
  const state = async (tokenId: string) => {
    const device = await push.ofSession(tokenId);
    return {
      public_key: push.publicKey,
      device: device && { endpoint: device.endpoint, details: device.details },
    };
  };
  return {
    "GET /api/fan/push": async (_input, { viewer }) => ({ status: 200, body: await state(viewer.tokenId) }),
    "POST /api/fan/push": async ({ body }, call) => {
      const { endpoint, keys, details } = body;
      const { userId: fanId, tokenId } = call.viewer;
      const saved = await push.save({ fanId, tokenId }, { endpoint, ...keys, details });
      if (!saved.ok) return problem(call, saved.refusal);
      return { status: 200, body: await state(tokenId) };
    },
    "DELETE /api/fan/push": async (_input, { viewer }) => {
      await push.remove(viewer.tokenId);
      return { status: 204, body: undefined };
    },
  };
}
