/** A value that can stand in a cell of an exported table; instants as ISO 8601. */
export type ExportCell = string | number | boolean | null | Date;
export type ExportRow = Readonly<Record<string, ExportCell>>;

/** One module's data about a person, as one table. `rows` is asked only when its turn comes. */
export type ExportArea = {
  /** Name of the files, lower case: `tips`. */
  name: string;
  rows(): Promise<readonly ExportRow[]>;
};

/** Rows of one area at most, so that no export holds the whole memory. */
export const exportRowsMax = 50_000;
