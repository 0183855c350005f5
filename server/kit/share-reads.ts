/**
 * Lets those who ask for the same (`key`) side by side share one answer. The first is answered at once; those who come
 * meanwhile get the next, which begins to be read when that is finished: nobody sees what was before they asked. Should
 * `read` fail, all whom it would have answered fail.
 */
export function shareReads<Answer>(): (key: string, read: () => Promise<Answer>) => Promise<Answer> {
  type Reading = { isOver: Promise<void>; next: Promise<Answer> | null };
  const readings = new Map<string, Reading>();

  function begin(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const answer = read();
    const reading: Reading = { isOver: over(answer), next: null };
    readings.set(key, reading);
    void reading.isOver.then(() => {
      if (reading.next === null) readings.delete(key);
    });
    return answer;
  }

  return (key, read) => {
    const reading = readings.get(key);
    if (!reading) return begin(key, read);
    reading.next ??= reading.isOver.then(() => begin(key, read));
    return reading.next;
  };
}

const over = (answer: Promise<unknown>): Promise<void> =>
  answer.then(
    () => undefined,
    () => undefined,
  );
