/** What is known of a name that is being typed. */
export type Uniqueness = "unknown" | "checking" | "free" | "taken";

export type UniquenessNeeds = {
  /** Whether the text is complete enough to be asked about. */
  isWhole(text: string): boolean;
  /** Asks the server; null when it gave no answer. */
  ask(text: string, signal: AbortSignal): Promise<boolean | null>;
  tell(state: Uniqueness): void;
};

/** Checks a name as it is typed: every input asks at once, and only the answer to the latest counts. */
export function createUniquenessCheck({
  isWhole,
  ask,
  tell,
}: UniquenessNeeds): (text: string) => Promise<void> {
  let running: AbortController | null = null;
  return async (text) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const wanted = text.trim();
    if (!isWhole(wanted)) return tell("unknown");
    tell("checking");
    const free = await ask(wanted, mine.signal);
    if (running === mine) tell(free === null ? "unknown" : free ? "free" : "taken");
  };
}
