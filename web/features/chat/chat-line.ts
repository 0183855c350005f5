import type { RoomMessage } from "#contract/live.ts";

export const linesMax = 200;
export const bodyMax = 300;

/** One line on the screen. Its key stays the same when the server's line takes the place of the waiting one. */
export type ChatLine = {
  key: string;
  line: RoomMessage;
  delivery: "delivered" | "sending" | "failed";
  mine: boolean;
};

/** The key of a line: its author's own id for it, else the room's. Another author's equal id is another line. */
export function keyOf(line: RoomMessage): string {
  return line.client_message_id === null ? `id ${line.id}` : `${line.author.id} ${line.client_message_id}`;
}

/** Adds a delivered line, or puts it where its waiting twin stood. A line that is there already changes nothing. */
export function withLine(lines: readonly ChatLine[], line: RoomMessage, mine: boolean): ChatLine[] {
  const key = keyOf(line);
  const arrived: ChatLine = { key, line, delivery: "delivered", mine };
  if (lines.some((other) => other.key === key)) {
    return lines.map((other) => (other.key === key ? arrived : other));
  }
  return bounded([...lines, arrived]);
}

/**
 * Takes the history as the truth about its stretch of time: older lines stay before it, and behind it those that came
 * since it was asked for, then own lines that are not delivered yet. `before`: the keys of the lines that were delivered
 * before it was asked for; one of them that it does not have was removed.
 */
export function withHistory(
  lines: readonly ChatLine[],
  history: readonly RoomMessage[],
  isMine: (line: RoomMessage) => boolean,
  before: ReadonlySet<string>,
): ChatLine[] {
  const known = new Set(history.map(keyOf));
  const oldest = history[0]?.at ?? "";
  const others = lines.filter(({ key }) => !known.has(key));
  const older = others.filter(({ delivery, line }) => delivery === "delivered" && line.at < oldest);
  const newer = others.filter(
    ({ key, delivery, line }) => delivery === "delivered" && line.at >= oldest && !before.has(key),
  );
  const waiting = others.filter(({ delivery }) => delivery !== "delivered");
  const delivered = history.map((line): ChatLine => ({
    key: keyOf(line),
    line,
    delivery: "delivered",
    mine: isMine(line),
  }));
  return bounded([...older, ...delivered, ...newer, ...waiting]);
}

function bounded(lines: ChatLine[]): ChatLine[] {
  return lines.length > linesMax ? lines.slice(-linesMax) : lines;
}
