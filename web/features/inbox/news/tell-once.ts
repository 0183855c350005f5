const KEPT_MAX = 500;

/** Says of each message whether it is the first time: what is said again after a gap is not told again. */
export function tellOnce(): (messageId: number) => boolean {
  const told = new Set<number>();
  return (messageId) => {
    if (told.has(messageId)) return false;
    told.add(messageId);
    const [oldest] = told;
    if (told.size > KEPT_MAX && oldest !== undefined) told.delete(oldest);
    return true;
  };
}
