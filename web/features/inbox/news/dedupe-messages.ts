const KEPT_MAX = 500;

/** Answers whether a message comes for the first time: events that are repeated after a gap are announced once. */
export function dedupeMessages(): (messageId: number) => boolean {
  const seen = new Set<number>();
  return (messageId) => {
    if (seen.has(messageId)) return false;
    seen.add(messageId);
    const [oldest] = seen;
    if (seen.size > KEPT_MAX && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
