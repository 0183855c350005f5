/** From this many callers who wait for one reading on, they are a crowd. */
const crowd = 4;
/** How long a crowd's answer stays good. */
const keptMs = 1_000;

/**
 * Lets those who ask for the same (`key`) side by side share one answer. The first is answered at once; those who come
 * meanwhile get the next, which begins to be read when that is finished: nobody sees what was before they asked. Only
 * when a crowd waited for an answer, it is everybody's for one more second, so that however many ask, two readings a
 * second are made. Should `read` fail, all whom it would have answered fail, and nothing is kept. `now`: milliseconds of
 * a clock that never goes back.
 */
export function shareReads<Answer>(
  now: () => number = () => performance.now(),
): (key: string, read: () => Promise<Answer>) => Promise<Answer> {
  type Reading = { isOver: Promise<void>; next: Promise<Answer> | null; waiting: number };
  const readings = new Map<string, Reading>();
  const kept = new Map<string, { answer: Answer; until: number }>();

  function begin(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const answer = read();
    const reading: Reading = { isOver: over(answer), next: null, waiting: 0 };
    readings.set(key, reading);
    void reading.isOver.then(() => {
      if (reading.next === null) readings.delete(key);
    });
    return answer;
  }

  async function beginForAll(key: string, read: () => Promise<Answer>, before: Reading): Promise<Answer> {
    const answer = await begin(key, read);
    if (before.waiting >= crowd) keep(key, answer);
    return answer;
  }

  function keep(key: string, answer: Answer): void {
    for (const [other, { until }] of kept) if (until <= now()) kept.delete(other);
    kept.set(key, { answer, until: now() + keptMs });
  }

  return (key, read) => {
    const known = kept.get(key);
    if (known && now() < known.until) return Promise.resolve(known.answer);
    const reading = readings.get(key);
    if (!reading) return begin(key, read);
    reading.waiting += 1;
    reading.next ??= reading.isOver.then(() => beginForAll(key, read, reading));
    return reading.next;
  };
}

const over = (answer: Promise<unknown>): Promise<void> =>
  answer.then(
    () => undefined,
    () => undefined,
  );
