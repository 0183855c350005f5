/** Columns of the grid of packages: rows of one, two, three or four cards divide them evenly. */
const columns = 12;

/**
 * How many of the twelve columns each of `count` cards takes, in rows of at most `max` (up to 4) that differ by one card
 * at most: five cards stand 3 + 2, never 4 + 1. Longer rows come first.
 */
export function packageSpans(count: number, max: number): number[] {
  const rows = Math.ceil(count / max);
  return Array.from({ length: rows }, (_, row) => {
    const inRow = Math.floor(count / rows) + (row < count % rows ? 1 : 0);
    return Array.from({ length: inRow }, () => columns / inRow);
  }).flat();
}
