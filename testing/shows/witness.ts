/** Why nobody could charge what flowed. */
export type Cause = "playback ended" | "engine killed" | "process killed";

type UnderWay = "flowed" | "confirmed" | "reported";
type State = UnderWay | "still" | "kept" | Cause;

/**
 * Sees of one fan, step by step, whether media flowed to them in truth, and how far the word of it has come: to the engine
 * by the viewer's reports, to the process, and into the database. Media that is killed on its way nobody can know of.
 */
export class Witness {
  readonly #paused: boolean[] = [];
  /** Tokens a minute that the fan had agreed to. */
  readonly #rates: number[] = [];
  readonly #states: State[] = [];
  /** The steps whose word is on its way. */
  readonly #underWay: Record<UnderWay, number[]> = { flowed: [], confirmed: [], reported: [] };

  /** How many steps there have been. */
  get steps(): number {
    return this.#states.length;
  }

  begin(paused: boolean, rate: number): void {
    this.#paused.push(paused);
    this.#rates.push(rate);
    this.#states.push("still");
  }

  /** Something flowed in the last so many steps, which are added to `seen`. */
  flowed(count: number, seen: number[]): void {
    const last = this.#states.length - 1;
    for (let at = last - count + 1; at <= last; at++) {
      if (this.#states[at] === "still") this.#move(at, "flowed");
      seen.push(at);
    }
  }

  confirmed(steps: readonly number[]): void {
    for (const at of steps) if (this.#states[at] === "flowed") this.#move(at, "confirmed");
    this.#underWay.flowed = this.#underWay.flowed.filter((at) => this.#states[at] === "flowed");
  }

  /** The process has received what the engine knows. */
  reported(): void {
    this.#moveAll("confirmed", "reported");
  }

  /** The database has what the process knows. */
  kept(): void {
    this.#moveAll("reported", "kept");
  }

  /** The engine, or the process with it, is killed. */
  lose(cause: Cause): void {
    this.#moveAll("flowed", cause);
    this.#moveAll("confirmed", cause);
    if (cause === "process killed") this.#moveAll("reported", cause);
  }

  /** How long media flowed outside the pauses, ms, and by which cause how much of it could not be charged. */
  account(stepMs: number): { flowedMs: number; unreportedMs: Record<Cause, number> } {
    const states = this.#states.filter((state, at) => state !== "still" && !this.#paused[at]);
    const of = (...some: State[]) => states.filter((state) => some.includes(state)).length * stepMs;
    return {
      flowedMs: states.length * stepMs,
      unreportedMs: {
        "playback ended": of("flowed"),
        "engine killed": of("engine killed"),
        "process killed": of("process killed"),
      },
    };
  }

  /**
   * The most that so many paid seconds may cost, sixtieths of a token: no more whole seconds at a rate or above than flowed
   * at it or above. A meter that receives a raise late charges less.
   */
  mostUnits(stepMs: number, seconds: number): number {
    const flowed = new Map<number, number>();
    this.#states.forEach((state, at) => {
      const rate = this.#rates[at] ?? 0;
      if (state !== "still" && !this.#paused[at]) flowed.set(rate, (flowed.get(rate) ?? 0) + stepMs);
    });
    let paid = 0;
    let flowedMs = 0;
    let units = 0;
    for (const [rate, ms] of [...flowed].sort(([one], [other]) => other - one)) {
      flowedMs += ms;
      const atRate = Math.min(seconds, Math.floor(flowedMs / 1000)) - paid;
      paid += atRate;
      units += atRate * rate;
    }
    return units + (seconds - paid) * Math.min(...this.#rates);
  }

  #move(at: number, to: State): void {
    this.#states[at] = to;
    if (to === "flowed" || to === "confirmed" || to === "reported") this.#underWay[to].push(at);
  }

  #moveAll(from: UnderWay, to: State): void {
    const steps = this.#underWay[from];
    this.#underWay[from] = [];
    for (const at of steps) this.#move(at, to);
  }
}
