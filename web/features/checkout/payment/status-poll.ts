import type { Clock } from "#web/lib/clock.ts";

export const statusPollMs = 2_000;
export const statusPollTotalMs = 60_000;

export type StatusPollNeeds<Answer> = {
  clock: Clock;
  /** Asks once. */
  ask(): Promise<Answer>;
  /** Checks an answer: true = no more questions. */
  settled(answer: Answer): boolean;
  /** 60 seconds have passed without a settling answer. */
  exhausted(): void;
  /** Ask the first time now instead of in 2 seconds. */
  atOnce?: boolean;
};

/**
 * Asks every 2 seconds for at most 60, one question at a time, until an answer settles the matter.
 * The returned function stops it; a question still under way is then ignored.
 */
export function startStatusPoll<Answer>(needs: StatusPollNeeds<Answer>): () => void {
  const startedMs = needs.clock.now().getTime();
  let asking = false;
  let stopped = false;

  const stop = () => {
    stopped = true;
    cancel();
  };
  const ask = async () => {
    asking = true;
    const answer = await needs.ask();
    asking = false;
    if (!stopped && needs.settled(answer)) stop();
  };
  const cancel = needs.clock.every(statusPollMs, () => {
    if (needs.clock.now().getTime() - startedMs > statusPollTotalMs) {
      stop();
      needs.exhausted();
    } else if (!asking) void ask();
  });
  if (needs.atOnce) void ask();
  return stop;
}
