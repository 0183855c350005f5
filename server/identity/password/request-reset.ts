import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock, createLimit } from "#server/kit/http/limits.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "../needs.ts";
import { mailResetJob } from "./mail-reset.ts";

export type ResetRequestRefusal = { code: "too_many"; retryAfterSeconds: number };

const perAddressMax = 10;
const addressWindowSeconds = 15 * 60;

/**
 * Takes the wish for a new password. Whether the email belongs to anybody is found out later, by a job: neither the
 * answer nor its time tells, and the limits count known and unknown emails alike.
 */
export function requestReset({ db }: Pick<IdentityNeeds, "db">) {
  const perEmail = createLimit(1, 60);
  const perAddress = createLimit(perAddressMax, addressWindowSeconds);
  return async (email: string, from: { address: string }): Promise<Result<object, ResetRequestRefusal>> => {
    const retryAfterSeconds =
      (await perAddress.take(addressBlock(from.address))) ?? (await perEmail.take(email.toLowerCase()));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    await inTransaction(db, (tx) => enqueue(tx, { name: mailResetJob, payload: { email }, triesMax: 10 }));
    return ok({});
  };
}
