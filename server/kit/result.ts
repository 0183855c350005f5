/** The answer of an operation: a value, or one of the refusals that belong to it. Bugs and outages throw instead. */
export type Result<Value, Refusal> = ({ ok: true } & Value) | { ok: false; refusal: Refusal };

/** Builds the accepted side of a {@link Result}. */
export function ok<Value extends object>(value: Value): { ok: true } & Value {
  return { ok: true, ...value };
}

/** Builds the refused side of a {@link Result}. */
export function refuse<const Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}
