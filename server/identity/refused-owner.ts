import type { OwnerForm } from "#contract/owner.ts";
import type { Call, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { OwnerProof, OwnerRefusal } from "./check-owner.ts";

/** What a form tells to prove that its sender is the owner. */
export function proofOf(body: OwnerForm, { viewer }: Call<Viewer>): OwnerProof {
  const { current_password, one_time_code } = body;
  return { password: current_password, oneTimeCode: one_time_code, tokenId: viewer.tokenId };
}

const ownerRefusals: Readonly<Record<OwnerRefusal["code"], true>> = {
  password_required: true,
  wrong_password: true,
  code_required: true,
  wrong_code: true,
  sign_in_again: true,
  too_many: true,
};

/** Did an operation refuse because it did not believe the owner, and not for reasons of its own? */
export function isOwnerRefusal(refusal: { code: string }): refusal is OwnerRefusal {
  return Object.hasOwn(ownerRefusals, refusal.code);
}

/** The answer when the owner was not believed: 422 on `current_password` or `one_time_code`, 403, or 429. */
export function refusedOwner(call: Pick<Call, "language">, refusal: OwnerRefusal) {
  const { code } = refusal;
  if (code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
  if (code === "sign_in_again") return problem(call, code);
  const field = code === "code_required" || code === "wrong_code" ? "one_time_code" : "current_password";
  return fieldProblem(call, code, field);
}
