import type { Clock } from "#server/kit/clock.ts";
import { type Faults, noFaults } from "./faults.ts";

/** The messages that a simulated gateway sends the merchant unasked: callbacks, webhooks, notifications, notices. */
export type MessageSender = {
  /** Plans a message; each copy is tried again until `post` answers that it was acknowledged. */
  send(post: () => Promise<boolean>, plan: MessagePlan): void;
  /** Sends no more. */
  stop(): void;
};

export type MessagePlan = {
  delayMs: number;
  copies: number;
  /** The merchant cannot ask for what it reports, so that it must arrive in the end: its last try is never lost. */
  isOnlyWord: boolean;
};

export type MessageNeeds = {
  clock: Clock;
  /** Waits before the second try and those after it, ms; then the gateway gives up. */
  retryPausesMs: readonly number[];
  faults?: Faults | undefined;
};

/** A sender with its own queue; what is waiting is lost with the process, as the merchant must be able to bear. */
export function createMessageSender({
  clock,
  retryPausesMs,
  faults = noFaults,
}: MessageNeeds): MessageSender {
  const cancels = new Set<() => void>();
  let isStopped = false;

  function later(delayMs: number, task: () => void): void {
    if (isStopped) return;
    const cancel = clock.after(delayMs, () => {
      cancels.delete(cancel);
      task();
    });
    cancels.add(cancel);
  }

  async function deliver(post: () => Promise<boolean>, lostTries: number, attempt: number): Promise<void> {
    const pauseMs = retryPausesMs[attempt];
    if ((attempt >= lostTries && (await post())) || pauseMs === undefined) return;
    later(pauseMs, () => void deliver(post, lostTries, attempt + 1));
  }

  return {
    send(post, { delayMs, copies, isOnlyWord }) {
      for (let copy = 0; copy < copies; copy++)
        for (const { lateMs, lostTries } of faults.deliveries()) {
          const lost = isOnlyWord ? Math.min(lostTries, retryPausesMs.length) : lostTries;
          later(delayMs + lateMs, () => void deliver(post, lost, 0));
        }
    },
    stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
