/** Every order of some items; the first one is the given order. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_other, position) => position !== index)).map((rest) => [item, ...rest]),
  );
}
