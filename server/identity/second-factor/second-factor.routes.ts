import type { secondFactorContract } from "#contract/credentials.ts";
import type { Identity } from "#server/identity/identity.ts";
import { isReauthRefusal, reauthCredentialsOf, reauthRefused } from "#server/identity/reauthenticate.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { BeginRefusal } from "./enrol.ts";
import type { FactorRefusal } from "./second-factor.ts";

/** Turning one's second factor on and off. */
export function secondFactorRoutes({
  identity: { secondFactor },
  db,
}: {
  identity: Pick<Identity, "secondFactor">;
  db: Reader;
}): Handlers<typeof secondFactorContract> {
  return {
    "GET /api/fan/second-factor": async (_input, { viewer }) => {
      const state = await secondFactor.state(db, viewer.userId);
      const second_factor = state
        ? { since: state.since.toISOString(), recovery_codes_left: state.left }
        : null;
      return { status: 200, body: { second_factor } };
    },
    "POST /api/fan/enrol-second-factor": async ({ body }, call) => {
      const begun = await secondFactor.begin(call.viewer.userId, reauthCredentialsOf(body, call));
      if (!begun.ok) return refused(call, begun.refusal);
      return { status: 200, body: { secret: begun.secret, uri: begun.uri } };
    },
    "POST /api/fan/confirm-second-factor": async ({ body }, call) => {
      const confirmed = await secondFactor.confirm(call.viewer, body.one_time_code);
      if (confirmed.ok) return { status: 200, body: { recovery_codes: confirmed.recoveryCodes } };
      const { refusal } = confirmed;
      return refusal.code === "enrolment_expired"
        ? problem(call, refusal.code)
        : reauthRefused(call, refusal);
    },
    "POST /api/fan/renew-recovery-codes": async ({ body }, call) => {
      const renewed = await secondFactor.renewCodes(call.viewer.userId, reauthCredentialsOf(body, call));
      if (!renewed.ok) return refused(call, renewed.refusal);
      return { status: 200, body: { recovery_codes: renewed.recoveryCodes } };
    },
    "POST /api/fan/remove-second-factor": async ({ body }, call) => {
      const removed = await secondFactor.remove(call.viewer, reauthCredentialsOf(body, call));
      return removed.ok ? { status: 204, body: undefined } : refused(call, removed.refusal);
    },
  };
}

function refused(call: Pick<Call, "language">, refusal: BeginRefusal | FactorRefusal) {
  return isReauthRefusal(refusal) ? reauthRefused(call, refusal) : problem(call, refusal.code);
}
