/** Cleanup steps, run in reverse order of registration. */
export class CleanupStack {
  readonly #steps: (() => unknown)[] = [];

  /** Registers how to stop what was just started. */
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
