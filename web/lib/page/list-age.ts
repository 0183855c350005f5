const MINUTE_MS = 60_000;

/**
 * Has a list begin with the page that the server has drawn at `now` (ISO). The document may have been kept by the service
 * worker meanwhile: what is older than the list's `staleTime` by then is read again at once.
 */
export const drawnFirst = <Data>(data: Data, now: string) => ({
  initialData: data,
  initialDataUpdatedAt: Date.parse(now),
});

/** When what a list shows was read, as ISO up to the minute: "2 h ago" is reckoned from then, and not with every event. */
export function readAt({ dataUpdatedAt }: { dataUpdatedAt: number }): string {
  return new Date(Math.ceil(dataUpdatedAt / MINUTE_MS) * MINUTE_MS).toISOString();
}
