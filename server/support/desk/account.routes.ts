import type { deskContract } from "#contract/desk.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { DeskNeeds } from "./desk.ts";
import { endSessionsOf, type SessionsRefusal } from "./end-sessions.ts";
import { staffOf } from "./staff-of.ts";

const texts = defineTexts<SessionsRefusal>({
  unknown_account: { en: "This account does not exist.", es: "Esta cuenta no existe." },
  key_reused: {
    en: "This id was used for something else.",
    es: "Este identificador ya se usó para otra cosa.",
  },
});

type AccountKeys = "POST /api/admin/accounts/{id}/end-sessions";

/** What staff does to anybody's account. */
export function accountRoutes(needs: DeskNeeds): Handlers<Pick<typeof deskContract, AccountKeys>> {
  const end = endSessionsOf(needs);
  return {
    "POST /api/admin/accounts/{id}/end-sessions": async ({ params, body }, call) => {
      const order = { accountId: params.id, reason: body.reason, clientId: body.client_id };
      const done = await end(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: { ended: done.ended } };
      return done.refusal === "unknown_account"
        ? problem(call, 404, texts, done.refusal)
        : problem(call, 409, texts, done.refusal);
    },
  };
}
