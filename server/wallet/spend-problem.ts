import type { Language } from "#contract/common.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { LimitRefusal, TooFewTokens } from "./orders.ts";

/**
 * The problem of a fan who has too few tokens, or has reached a limit of their own, as every call that spends tokens
 * answers it.
 */
export function spendProblem(call: { language: Language }, refusal: TooFewTokens | LimitRefusal) {
  switch (refusal.code) {
    case "too_few_tokens": {
      const { needed, balance } = refusal;
      return problem(call, refusal.code, { needed, balance });
    }
    case "limit_reached": {
      const { limit, freeAt } = refusal;
      return problem(call, `limit_reached_${limit}`, { limit, free_at: freeAt?.toISOString() ?? null });
    }
    case "spending_paused":
      return pauseProblem(call, refusal);
  }
}

/** That the fan takes a break, as every call that buys something answers it. */
export function pauseProblem(call: { language: Language }, { freeAt }: { freeAt: Date }) {
  return problem(call, "spending_paused", { free_at: freeAt.toISOString() });
}
