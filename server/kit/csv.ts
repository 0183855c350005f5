import { stringify } from "csv-stringify/sync";
import { siteSlug } from "#contract/site-name.ts";

type Cell = string | number | boolean | null | undefined;

/**
 * Rows as CSV (RFC 4180) in UTF-8 with its mark and a header, in the order of the columns. Cells that a spreadsheet would take for a formula are
 * escaped: a name or a tip's note is a stranger's text.
 */
export function csvOf<Column extends string>(
  rows: readonly Record<Column, Cell>[],
  columns: readonly Column[],
): string {
  return stringify([...rows], {
    header: true,
    // Without this mark (U+FEFF), Excel reads the file in the code page of its computer.
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
    columns: [...columns],
    cast: { boolean: (value) => String(value) },
  });
}

/** An answer that a browser saves as `site-name.csv`, as in `fanlight-statement.csv`. */
export function csvAnswer(name: string, body: string) {
  return {
    status: 200,
    body,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${siteSlug()}-${name}.csv"`,
    },
  } as const;
}
