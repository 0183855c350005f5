import type { RefusalKey } from "./http/refusals.ts";

/**
 * A part that a request needs is away and expected back. The answer is 503 with the sentence of `refusal` and
 * `Retry-After`; the message is for the log.
 */
export class Outage extends Error {
  override name = "Outage";
  readonly refusal: RefusalKey;
  readonly retrySeconds: number;

  constructor(refusal: RefusalKey, retrySeconds: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.refusal = refusal;
    this.retrySeconds = retrySeconds;
  }
}
