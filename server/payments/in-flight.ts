type Flight<Answer> = { hash: string; answer: Promise<Answer> };

/** Lets copies of one request that arrive together wait for one answer. */
export type InFlight<Answer> = {
  /** Runs `work`, or joins the run that the same `key` and `hash` has going; another hash runs by itself. */
  join(key: string, hash: string, work: () => Promise<Answer>): Promise<Answer>;
};

/** Within this process; other processes are kept apart by the database. */
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
