import { createLimit } from "#server/kit/http/limits.ts";
import type { Party } from "./side.ts";

const messagesPerMinute = 20;

/** How fast somebody may send. */
export type Pace = {
  /** Uses up one message; answers the seconds to wait when none is left, else null. */
  take(party: Party): Promise<number | null>;
};

/** Makes the {@link Pace}: 20 messages a minute, whatever they are and in whichever chat. */
export function createPace(): Pace {
  const limit = createLimit(messagesPerMinute, 60);
  return { take: ({ id }) => limit.take(String(id)) };
}
