/** What has to be stopped again, in reverse order of starting. */
export class Undo {
  readonly #steps: (() => unknown)[] = [];

  /** Remembers how to stop what was just started. */
  push(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Stops everything, newest first; one failure does not keep the rest running. */
  async all(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        console.error("while stopping:", error);
      }
    }
  }
}
