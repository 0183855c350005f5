import { useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "#web/paraglide/messages.js";

/** A message of somebody else; without a text it is passed over. */
export type SpokenLine = { key: string; text: string | null };

/** New messages are read aloud at this interval, at most this many of them. */
const everyMs = 15_000;
const spokenMax = 3;

/** Speaks new messages to a screen reader now and then, those of some seconds together, instead of each as it comes. */
export function SlowReader({ lines }: { lines: readonly SpokenLine[] }) {
  const [spoken, setSpoken] = useState("");
  const last = useRef(lines.at(-1)?.key);
  const speak = useEffectEvent(() => {
    const texts = linesAfter(lines, last.current).flatMap(({ text }) => text ?? []);
    last.current = lines.at(-1)?.key;
    if (texts.length === 0) return;
    setSpoken([m.chat_new({ count: texts.length }), ...texts.slice(-spokenMax)].join(". "));
  });
  useEffect(() => {
    const timer = setInterval(() => speak(), everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}

/** The lines behind the one that was spoken last; all of them when it has gone from the list. */
function linesAfter(lines: readonly SpokenLine[], key: string | undefined): readonly SpokenLine[] {
  return lines.slice(lines.findIndex((line) => line.key === key) + 1);
}
