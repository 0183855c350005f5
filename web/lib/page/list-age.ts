const minuteMs = 60_000;

/** When what a list shows was read, as ISO up to the minute: "2 h ago" is reckoned from then, and not with every event. */
export function readAt({ dataUpdatedAt }: { dataUpdatedAt: number }): string {
  return new Date(Math.ceil(dataUpdatedAt / minuteMs) * minuteMs).toISOString();
}
