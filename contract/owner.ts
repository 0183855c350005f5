import { z } from "zod";
import { text } from "./fields.ts";

/** Asked for by whoever changes something that a stolen session must not; empty for who has no password yet. */
export const currentPassword = text({ max: 200, verbatim: true }).default("");

/** A code of the person's app (six digits) or a recovery code; empty where no second factor is asked for. */
export const oneTimeCode = text({ max: 40 }).default("");

/** What whoever holds a session tells to be believed the owner: everything that is asked for at signing in. */
export const reauthFields = { current_password: currentPassword, one_time_code: oneTimeCode } as const;

const reauthForm = z.object(reauthFields);
export type ReauthForm = z.output<typeof reauthForm>;
