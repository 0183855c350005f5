/** One line of the benchmark tables: a figure beside its peer or floor of the same run. */
export type Row = {
  /** Stable name, for comparing runs. */
  name: string;
  value: number;
  unit: string;
  peer?: { name: string; value: number };
  /** Value over the peer's value. */
  ratio?: number;
  /** What the figure should reach, for example "≥ 1.4 × peer". */
  aim?: string;
};
