import { dateTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

/** An answer of the API, as far as it says whether something was done. */
export type CommandAnswer = { status: number; body?: unknown };

type RefusalBody = {
  code?: string;
  message?: string;
  needed?: number;
  balance?: number;
  rate?: number;
  minimum?: number;
  retry_after?: number;
  free_at?: string | null;
  errors?: Readonly<Record<string, string[]>>;
};

/** Why a command was not carried out, or that nobody knows whether it was. Its message is in the viewer's language. */
export class Refusal extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /**
   * No certain answer came: the command may have been carried out all the same. A 503 with the code `overloaded` is our
   * own server's guarantee that nothing was done; what a proxy says proves nothing.
   */
  readonly unknown: boolean;
  /** 402: the tokens that it costs, and those that the fan has. */
  readonly needed: number | undefined;
  readonly balance: number | undefined;
  /** 409 `price_changed`: what a show costs now, and its least charge. */
  readonly rate: number | undefined;
  readonly minimum: number | undefined;
  /** 429: seconds until the next try. */
  readonly retryAfter: number | undefined;
  /** 403 `limit_reached` and `spending_paused`: when it is possible again; null: never. */
  readonly freeAt: string | null | undefined;
  /** 422: sentences by field. */
  readonly errors: Readonly<Record<string, string[]>> | undefined;

  constructor({ status, body }: CommandAnswer) {
    const problem = (body ?? {}) as RefusalBody;
    super(problem.message ?? "");
    this.name = "Refusal";
    this.status = status;
    this.code = problem.code ?? "";
    this.unknown = status === 0 || (status >= 500 && problem.code !== "overloaded");
    this.needed = problem.needed;
    this.balance = problem.balance;
    this.rate = problem.rate;
    this.minimum = problem.minimum;
    this.retryAfter = problem.retry_after;
    this.freeAt = problem.free_at;
    this.errors = problem.errors;
  }
}

/**
 * A refusal in words: its own message, and when it ends; "Error 500: …" for a failure, "Error status 500" for what says
 * nothing; and that no answer came.
 */
export function refusalText(refusal: Refusal): string {
  if (refusal.status === 0) return m.common_no_answer();
  const { status, message } = refusal;
  if (message === "" || refusal.code === "unreadable") return m.common_error_status({ status });
  if (refusal.unknown) return m.common_failed_status({ status, message });
  if (refusal.freeAt === undefined) return message;
  return `${message} ${refusal.freeAt === null ? m.limit_never() : m.limit_free_at({ when: dateTime(refusal.freeAt) })}`;
}

/** Reads 404 as done, for commands that take something away: what is not there any more is as gone as it should be. */
export function goneIsDone<A extends CommandAnswer>(
  answer: A,
): Exclude<A, { status: 404 }> | { status: 204 } {
  return answer.status === 404 ? { status: 204 } : (answer as Exclude<A, { status: 404 }>);
}
