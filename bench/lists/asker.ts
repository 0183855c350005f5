import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/**
 * Asks one call at a time from a process of its own, so that what asking costs does not count as the server's. Each is
 * from an address of its own, or the limit per address would answer.
 */
export type Asker = {
  /** How long each of `times` calls of an address took until its answer was there, ms. */
  ask(address: string, times: number): Promise<number[]>;
  stop(): Promise<void>;
};

type Asked = { address: string; times: number };
type Answered = { took: number[] } | { error: string };

export function startAsker(): Asker {
  const child: ChildProcess = fork(import.meta.filename, ["ask"]);
  return {
    async ask(address, times) {
      child.send({ address, times } satisfies Asked);
      const [answer] = (await once(child, "message")) as [Answered];
      if ("error" in answer) throw new Error(answer.error);
      return answer.took;
    },
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

let asked = 0;

async function answerOf({ address, times }: Asked): Promise<Answered> {
  const took: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    asked++;
    const from = `11.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
    const startedAt = performance.now();
    const answer = await fetch(address, { headers: { "x-forwarded-for": from } });
    await answer.arrayBuffer();
    took.push(performance.now() - startedAt);
    if (answer.status !== 200) return { error: `${address} answered ${answer.status}` };
  }
  return { took };
}

if (process.argv[2] === "ask")
  process.on("message", (message) => {
    const failed = (error: unknown): Answered => ({ error: String(error) });
    void answerOf(message as Asked)
      .catch(failed)
      .then((answer) => process.send?.(answer));
  });
