import type { Problem } from "#contract/common.ts";

type Failed = { status: number; body: Problem & { request_id?: string } };

/** An answer of the API to a query: what was asked for, or why it did not come. */
export type Answered = { status: 200; body: unknown } | Failed;

/**
 * The error of a query that was not answered with the body it asks for: TanStack Query tries again, or the page says
 * so.
 */
export class FailedAnswer extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The id by which support finds the call; undefined where the server gave none. */
  readonly requestId: string | undefined;

  constructor({ status, body }: Failed) {
    super(body.message);
    this.status = status;
    this.requestId = body.request_id;
  }

  /** The API refused it (4xx), so that asking again changes nothing; false for an outage. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** The body of an answer with status 200. Throws a {@link FailedAnswer} for every other answer. */
export function answerOf<A extends Answered>(answer: A): Extract<A, { status: 200 }>["body"] {
  if (answer.status === 200) return answer.body;
  throw new FailedAnswer(answer as Failed);
}
