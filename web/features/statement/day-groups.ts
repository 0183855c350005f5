/** Lines of one UTC day, as the server counts days. */
export type Day<Line> = { day: string; lines: Line[] };

/** Puts lines that follow each other in time into their days, in the same order. */
export function dayGroups<Line extends { at: string }>(lines: readonly Line[]): Day<Line>[] {
  const days: Day<Line>[] = [];
  for (const line of lines) {
    const day = line.at.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

type Movement = {
  at: string;
  tokens: number;
  show_id: number | null;
  money: { amount: number; currency: string } | null;
};

/**
 * One movement, or all of one show, newest first, with their sum; `money` in the currency of the newest. `aside`: the tokens
 * that a show had set aside at that moment, which its own entry, further up, gives back: the balance of this one is without them.
 */
export type Entry<Line extends Movement> = Pick<Movement, "at" | "tokens" | "money"> & {
  newest: Line;
  lines: Line[];
  aside: number;
};

/**
 * Puts the movements of one show together, in the place of the newest of them. Tokens are set aside for a show and come
 * back, so their sum is what it has cost.
 */
export function joinShows<Line extends Movement>(lines: readonly Line[]): Entry<Line>[] {
  const ofShow = new Map<number, Line[]>();
  const groups: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const known = line.show_id === null ? undefined : ofShow.get(line.show_id);
    if (known) {
      known.push(line);
      continue;
    }
    const group: [Line, ...Line[]] = [line];
    groups.push(group);
    if (line.show_id !== null) ofShow.set(line.show_id, group);
  }
  const placeOf = new Map(lines.map((line, place) => [line, place]));
  return groups.map((group) => ({
    at: group[0].at,
    newest: group[0],
    lines: group,
    aside: asideAt(group[0], ofShow.values(), placeOf),
    tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
    money: group.length === 1 ? group[0].money : sumOf(group),
  }));
}

/** What the shows that had begun before an entry, and ended after it, had moved until then; `placeOf`: newest first. */
function asideAt<Line extends Movement>(
  newest: Line,
  shows: Iterable<readonly Line[]>,
  placeOf: ReadonlyMap<Line, number>,
): number {
  const isOlder = (line: Line) => (placeOf.get(line) ?? 0) > (placeOf.get(newest) ?? 0);
  let aside = 0;
  for (const show of shows) {
    const [last] = show;
    if (last === undefined || last === newest || isOlder(last)) continue;
    for (const line of show) if (isOlder(line)) aside -= line.tokens;
  }
  return aside;
}

/** In cents, since sums of fractions are not exact. */
function sumOf(lines: readonly Movement[]): Movement["money"] {
  const [first] = lines.flatMap(({ money }) => money ?? []);
  if (!first) return null;
  const cents = lines.reduce(
    (sum, { money, tokens }) => sum - Math.sign(tokens) * Math.round((money?.amount ?? 0) * 100),
    0,
  );
  return { amount: cents / 100, currency: first.currency };
}
