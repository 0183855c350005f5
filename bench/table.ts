import type { Row } from "./row.ts";

const figure = (value: number) =>
  value.toLocaleString("en", {
    maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0,
  });

/** Rows as aligned text: figure, peer, ratio, aim. */
export function table(rows: Row[]): string {
  const lines = rows.map((row) => [
    row.name,
    `${figure(row.value)} ${row.unit}`,
    row.peer ? `${row.peer.name}: ${figure(row.peer.value)}` : "",
    row.ratio === undefined ? "" : `× ${figure(row.ratio)}`,
    row.aim ?? "",
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `  ${line
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd()}`,
    )
    .join("\n");
}
