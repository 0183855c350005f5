import type { Language, Problem } from "#contract/common.ts";
import { fill, waitText } from "#server/kit/texts.ts";
import { refusalCode } from "./refusal-codes.ts";
import { type RefusalKey, refusalStatus, refusalText } from "./refusals.ts";

type Caller = { language: Language };
type StatusOf<Key extends RefusalKey> = (typeof refusalStatus)[Key];

/** A refused answer by its key in the catalogue, in the caller's language; `extra` adds fields that the contract declares. */
export function problem<Key extends RefusalKey, Extra extends object = object>(
  { language }: Caller,
  key: Key,
  extra?: Extra,
): { status: StatusOf<Key>; body: Problem & Extra } {
  const body = { message: refusalText(key, language), code: refusalCode[key] ?? key };
  return { status: refusalStatus[key], body: { ...body, ...(extra as Extra) } };
}

/** A refusal with its sentence beside one field of the form. */
export function fieldProblem<Key extends RefusalKey>(caller: Caller, key: Key, field: string) {
  return problem(caller, key, { errors: { [field]: [refusalText(key, caller.language)] } });
}

/** A refusal with the seconds to wait in the body, as `Retry-After` and as the `{time}` of its sentence. */
export function waitProblem<Key extends RefusalKey>(caller: Caller, key: Key, seconds: number) {
  const { status, body } = problem(caller, key, { retry_after: seconds });
  const message = fill(body.message, { time: waitText(seconds, caller.language) });
  return { status, body: { ...body, message }, headers: { "retry-after": String(seconds) } };
}

/** The key of a use case's refusal: its code, unless `specific` names which of several with that code it is. */
export function keyOf<Code extends string, const Specific extends { readonly [code: string]: RefusalKey }>(
  code: Code,
  specific: Specific,
): Code extends keyof Specific ? Specific[Code] : Code;
export function keyOf(code: string, specific: Readonly<Record<string, string>>): string {
  return specific[code] ?? code;
}
