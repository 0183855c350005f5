import type { deskContract } from "#contract/desk.ts";
import { isOwnerRefusal, proofOf, refusedOwner } from "#server/identity/identity.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { DeskNeeds } from "./desk.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { removeFactorOf } from "./remove-second-factor.ts";
import { staffOf } from "./staff-of.ts";

const texts = defineTexts({
  unknown_account: { en: "This account does not exist.", es: "Esta cuenta no existe." },
  key_reused: {
    en: "This id was used for something else.",
    es: "Este identificador ya se usó para otra cosa.",
  },
  own_account: {
    en: "Turn your own off under My account.",
    es: "Desactiva la tuya en Mi cuenta.",
  },
  no_second_factor: {
    en: "This account has no two-step login.",
    es: "Esta cuenta no tiene verificación en dos pasos.",
  },
});

type AccountKeys =
  | "POST /api/admin/accounts/{id}/end-sessions"
  | "POST /api/admin/accounts/{id}/remove-second-factor";

/** What staff does to anybody's account. */
export function accountRoutes(needs: DeskNeeds): Handlers<Pick<typeof deskContract, AccountKeys>> {
  const end = endSessionsOf(needs);
  const removeFactor = removeFactorOf(needs);
  return {
    "POST /api/admin/accounts/{id}/end-sessions": async ({ params, body }, call) => {
      const order = { accountId: params.id, reason: body.reason, clientId: body.client_id };
      const done = await end(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: { ended: done.ended } };
      return done.refusal === "unknown_account"
        ? problem(call, 404, texts, done.refusal)
        : problem(call, 409, texts, done.refusal);
    },
    "POST /api/admin/accounts/{id}/remove-second-factor": async ({ params, body }, call) => {
      const { reason, client_id: clientId } = body;
      const order = { accountId: params.id, reason, clientId, proof: proofOf(body, call) };
      const done = await removeFactor(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: { ended: done.ended } };
      const { refusal } = done;
      if (isOwnerRefusal(refusal)) return refusedOwner(call, refusal);
      return refusal.code === "unknown_account"
        ? problem(call, 404, texts, refusal.code)
        : problem(call, 409, texts, refusal.code);
    },
  };
}
