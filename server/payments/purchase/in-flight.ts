type Flight<Answer> = { hash: string; answer: Promise<Answer> };

/** Makes concurrent copies of one request share one answer. */
export type InFlight<Answer> = {
  /** Runs `work`, or joins the running call with the same `key` and `hash`; another hash runs separately. */
  join(key: string, hash: string, work: () => Promise<Answer>): Promise<Answer>;
};

/** Within this process; the database serialises several processes. */
export function createInFlight<Answer>(): InFlight<Answer> {
  const flights = new Map<string, Flight<Answer>>();
  return {
    join(key, hash, work) {
      const running = flights.get(key);
      if (running) return running.hash === hash ? running.answer : work();
      const answer = work().finally(() => flights.delete(key));
      flights.set(key, { hash, answer });
      return answer;
    },
  };
}
