import { Secret, TOTP } from "otpauth";
import type { Member } from "./members.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** The code that an authenticator app shows at a moment for the secret that was typed into it. */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

/** A member with a second factor: the secret in the app and the recovery codes as they were shown. */
export type Enrolled = { secret: string; recoveryCodes: string[] };

/** Turns a member's second factor on through the API, with the code of `at`. */
export async function enrol(app: Pick<TestApp, "call">, as: Member, at: Date): Promise<Enrolled> {
  const begun = await app.call("POST", "/api/fan/enrol-second-factor", {
    as,
    body: { current_password: as.password },
  });
  const secret = String(begun.body.secret);
  const confirmed = await app.call("POST", "/api/fan/confirm-second-factor", {
    as,
    body: { one_time_code: codeAt(secret, at) },
  });
  if (confirmed.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(confirmed.body)}`);
  return { secret, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

/** The refusal's status and code. */
export const statusAndCode = ({ status, body }: Reply): [number, unknown] => [status, body.code];
