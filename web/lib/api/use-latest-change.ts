import { hashKey } from "@tanstack/react-query";
import { useRef, useState } from "react";

export type LatestChange<Input> = {
  change(input: Input): void;
  /** The choice that is not stored yet, to be shown meanwhile; null when there is none. */
  wanted: Input | null;
};

/**
 * Sends the latest of several changes to something that is stored as it is changed, by the `run` of a command: a
 * change during an answer goes out after it, the latest alone, because two on their way could arrive in the other
 * order. `together` makes one of a change that waits and the next one. When one is refused, the choices upon it are
 * given up too.
 */
export function useLatestChange<Input extends object | string>(
  run: (input: Input) => Promise<boolean>,
  together: (before: Input, next: Input) => Input = (_before, next) => next,
): LatestChange<Input> {
  const [wanted, setWanted] = useState<Input | null>(null);
  const sending = useRef(false);
  const waiting = useRef<Input | null>(null);
  const joined = (before: Input | null, input: Input) => (before === null ? input : together(before, input));

  async function send(): Promise<void> {
    sending.current = true;
    try {
      for (let sent = ""; waiting.current !== null;) {
        const now = waiting.current;
        waiting.current = null;
        if (sent === hashKey([now]) || !(await run(now))) break;
        sent = hashKey([now]);
      }
    } finally {
      sending.current = false;
      waiting.current = null;
      setWanted(null);
    }
  }

  return {
    wanted,
    change(input) {
      setWanted((before) => joined(before, input));
      waiting.current = joined(waiting.current, input);
      if (!sending.current) void send();
    },
  };
}
