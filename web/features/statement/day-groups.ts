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
