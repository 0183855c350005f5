import type { Problem } from "#contract/common.ts";

/** What a query throws when it was not answered with what it asks for: TanStack Query tries again, or the page says so. */
export class FailedAnswer extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** What support finds the call by; undefined where the server gave none. */
  readonly requestId: string | undefined;

  constructor({ status, body }: { status: number; body: Problem & { request_id?: string } }) {
    super(body.message);
    this.status = status;
    this.requestId = body.request_id;
  }
}
