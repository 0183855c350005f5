/** One line of the benchmark tables: a figure beside its peer or floor of the same run. */
export type Row = {
  /** Stable name, for comparing runs. */
  name: string;
  value: number;
  unit: string;
  peer?: { name: string; value: number };
  /** Value over the peer's value. */
  ratio?: number;
  /** The figure to reach, for example "≥ 1.4 × peer". */
  aim?: string;
};

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
