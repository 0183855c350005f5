import type { Language, Problem } from "#contract/common.ts";

/** A sentence in every language of the product; a missing one is a type error. */
export type Text = Readonly<Record<Language, string>>;

/** Refusal codes with their sentences. */
export type Texts<Code extends string = string> = Readonly<Record<Code, Text>>;

/** Declares a module's refusal texts and keeps their codes as a type. */
export function defineTexts<Code extends string>(texts: Texts<Code>): Texts<Code> {
  return texts;
}

/** Builds a refused answer in the caller's language; `extra` adds fields that the contract declares. */
export function problem<Status extends number, Code extends string, Extra extends object = object>(
  call: { language: Language },
  status: Status,
  texts: Texts<Code>,
  code: Code,
  extra?: Extra,
): { status: Status; body: Problem & Extra } {
  return { status, body: { message: texts[code][call.language], code, ...(extra as Extra) } };
}
