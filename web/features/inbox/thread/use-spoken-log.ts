import { useEffect, useState } from "react";
import type { ChatReading } from "#web/entities/message/chat-reading.ts";

/** By then a screen reader has taken in what was added. */
const quietMs = 1_000;

/**
 * The `aria-live` of a log of messages, of which `first` is the oldest, "none" if there are none, undefined while they are
 * loaded: only what comes at the end is spoken. A screen reader
 * goes by what the log says as a line is added, so that it is off as older ones come before it.
 */
export function useSpokenLog(first: string | undefined, speed: ChatReading["speed"]): "polite" | "off" {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(first), quietMs);
    return () => clearTimeout(timer);
  }, [first]);
  return speed === "each" && (settled === first || settled === "none") ? "polite" : "off";
}
