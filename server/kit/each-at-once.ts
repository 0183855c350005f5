/** Works on `count` of the items at once; the first that fails ends it when those under way have ended. */
export async function eachAtOnce<Item>(
  count: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next())
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  const ended = await Promise.allSettled(Array.from({ length: count }, worker));
  await iterator.return?.();
  for (const each of ended) if (each.status === "rejected") throw each.reason;
}
