import type { adminContract } from "#contract/admin.ts";
import { isReauthRefusal, reauthCredentialsOf, reauthRefused } from "#server/identity/identity.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { endSessionsOf, removeFactorOf } from "./account-actions.ts";
import { type AdminNeeds, staffOf } from "./needs.ts";
import { presentAccount } from "./present.ts";
import { accountState, type FanOrder, suspendFan } from "./suspend-fan.ts";

const specificKeys = {
  key_reused: "action_key_reused",
  no_second_factor: "account_without_second_factor",
} as const;

type AccountKeys =
  | "GET /api/admin/accounts/{id}"
  | "POST /api/admin/accounts/{id}/suspend"
  | "POST /api/admin/accounts/{id}/restore"
  | "POST /api/admin/accounts/{id}/end-sessions"
  | "POST /api/admin/accounts/{id}/remove-second-factor";

/** Staff actions on any account. */
export function accountRoutes(needs: AdminNeeds): Handlers<Pick<typeof adminContract, AccountKeys>> {
  const end = endSessionsOf(needs);
  const removeFactor = removeFactorOf(needs);
  const change = suspendFan(needs);
  const changeFan = async (order: FanOrder, call: Call<Viewer>) => {
    const done = await change(await staffOf(needs, call), order);
    if (done.ok) return { status: 200, body: presentAccount(done.account) } as const;
    return problem(call, keyOf(done.refusal, specificKeys));
  };
  return {
    "GET /api/admin/accounts/{id}": async ({ params }, call) => {
      const account = await accountState(needs, params.id);
      return account ? { status: 200, body: presentAccount(account) } : problem(call, "unknown_account");
    },
    "POST /api/admin/accounts/{id}/suspend": ({ params, body: { reason, client_id: clientId } }, call) =>
      changeFan({ accountId: params.id, action: "suspend", reason, clientId }, call),
    "POST /api/admin/accounts/{id}/restore": ({ params, body: { reason, client_id: clientId } }, call) =>
      changeFan({ accountId: params.id, action: "restore", reason, clientId }, call),
    "POST /api/admin/accounts/{id}/end-sessions": async ({ params, body }, call) => {
      const order = { accountId: params.id, reason: body.reason, clientId: body.client_id };
      const done = await end(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: { ended: done.ended } };
      return problem(call, keyOf(done.refusal, specificKeys));
    },
    "POST /api/admin/accounts/{id}/remove-second-factor": async ({ params, body }, call) => {
      const { reason, client_id: clientId } = body;
      const order = { accountId: params.id, reason, clientId, credentials: reauthCredentialsOf(body, call) };
      const done = await removeFactor(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: { ended: done.ended } };
      const { refusal } = done;
      if (isReauthRefusal(refusal)) return reauthRefused(call, refusal);
      return problem(call, keyOf(refusal.code, specificKeys));
    },
  };
}
