/**
 * The rows behind the first `offset` of a list, each of which has how many there are in all (`count(*) over ()`). Past
 * the end there is none that has it: then the list is asked from its beginning.
 */
export async function pageWithTotal<Row extends { total: number }>(
  offset: number,
  read: (offset: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read(offset);
  const [first] = rows.length === 0 && offset > 0 ? await read(0) : rows;
  return { rows, total: first?.total ?? 0 };
}
