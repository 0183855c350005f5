import { pick, type Random } from "#server/kit/random.ts";
import type { Visitor } from "./visitors.ts";

/** How many of the regulars are there from the start, and how many never leave. */
const presentShare = 0.6;
const presentMin = 6;

/** The regulars of a room who are there: a hello marks one as present, a goodbye as gone until the next hello. */
export class Crowd {
  /** Nobody speaks twice in a row while there are others. */
  lastAuthor = "";
  readonly #random: Random;
  readonly #regulars: readonly Visitor[];
  readonly #present: Set<Visitor>;

  constructor(random: Random, regulars: readonly Visitor[]) {
    this.#random = random;
    this.#regulars = regulars;
    this.#present = new Set(regulars.filter(() => random() < presentShare));
  }

  someone(): Visitor {
    const others = [...this.#present].filter((visitor) => visitor.name !== this.lastAuthor);
    return pick(this.#random, others.length > 0 ? others : this.#regulars);
  }

  /** Somebody for whom such a line makes sense: only somebody who is not there yet greets. */
  someoneFor(kind: ChatterKind): Visitor {
    const absent = this.#regulars.filter((visitor) => !this.#present.has(visitor));
    return kind === "hello" && absent.length > 0 ? pick(this.#random, absent) : this.someone();
  }

  note(kind: ChatterKind, visitor: Visitor): void {
    if (kind === "hello") this.#present.add(visitor);
    if (kind === "bye") this.#present.delete(visitor);
  }

  isSmall(): boolean {
    return this.#present.size < presentMin;
  }
}

export type ChatterKind =
  | "hello"
  | "chat"
  | "praise"
  | "bye"
  | "question"
  | "remark"
  | "answer"
  | "model"
  | "tip"
  | "thanks";
