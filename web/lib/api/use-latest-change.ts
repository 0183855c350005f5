import { hashKey } from "@tanstack/react-query";
import { useRef, useState } from "react";

export type LatestChange<Input> = {
  change(input: Input): void;
  /** What was chosen and is not stored yet, to be shown meanwhile; null when nothing is. */
  wanted: Input | null;
};

/**
 * For what is stored as it is changed, by the `run` of a command: a change during an answer goes out after it, the latest
 * alone, because two on their way could arrive in the other order. `together` makes one of a change that waits and the next
 * one. When one is refused, what was chosen upon it is given up too.
 */
export function useLatestChange<Input>(
  run: (input: Input) => Promise<boolean>,
  together: (before: Input, next: Input) => Input = (_before, next) => next,
): LatestChange<Input> {
  const [wanted, setWanted] = useState<{ input: Input } | null>(null);
  const sending = useRef(false);
  const waiting = useRef<{ input: Input } | null>(null);
  const joined = (before: { input: Input } | null, input: Input) => ({
    input: before ? together(before.input, input) : input,
  });

  async function send(first: Input): Promise<void> {
    sending.current = true;
    try {
      for (let now = first; await run(now);) {
        const next = waiting.current;
        waiting.current = null;
        if (next === null || hashKey([next.input]) === hashKey([now])) break;
        now = next.input;
      }
    } finally {
      sending.current = false;
      waiting.current = null;
      setWanted(null);
    }
  }

  return {
    wanted: wanted?.input ?? null,
    change(input) {
      setWanted((before) => joined(before, input));
      if (sending.current) waiting.current = joined(waiting.current, input);
      else void send(input);
    },
  };
}
