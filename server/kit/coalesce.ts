import {
  budgetMs,
  noteCommit,
  OverloadedError,
  waitingAtMost,
  waitLeftMs,
} from "#server/kit/database/wait-budget.ts";

export type CoalesceOptions = {
  /** Batches under way at the same time; calls that come while all are busy gather for the next. */
  atOnce: number;
  /** Calls in one batch. */
  batchMax: number;
  /** Calls that may wait for a batch; one more is refused with an {@link OverloadedError}. */
  waitingMax: number;
};

type Waiting<Call, Answer> = {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  /** The budget that it was called with. */
  budgetMs: number;
  /** The call is in a batch, and will not be refused for waiting any more. */
  taken(): void;
};

/**
 * Lets calls that come side by side share one run of `together`, which answers them in their order, all or nothing. The
 * first call never waits for others: it runs alone at once, and those that come meanwhile run together afterwards.
 * When a batch throws, each of its calls runs alone, so that only the bad one fails: `together` must be safe to repeat.
 * The calls run side by side then: should nothing answer at all, nobody waits for the others' time-outs. An
 * {@link OverloadedError} is everybody's, because the batch has not even begun. A call that has waited longer for its
 * batch than its budget lets it is refused, and never run.
 */
export function coalesce<Call, Answer>(
  together: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  options: CoalesceOptions,
): (call: Call) => Promise<Answer> {
  const ask = gather(together, options);
  return async (call) => {
    const answer = await ask(call);
    // The batch committed for everybody in it.
    noteCommit();
    return answer;
  };
}

const reads: CoalesceOptions = { atOnce: 2, batchMax: 100, waitingMax: 10_000 };

/**
 * Coalesces reads: when many callers ask side by side, each for something else, one statement serves them all. Each
 * answer is read after its call, so nobody sees a state from before they asked.
 */
export function coalesceReads<Call, Answer>(
  together: (calls: readonly Call[]) => Promise<readonly Answer[]>,
): (call: Call) => Promise<Answer> {
  return gather(together, reads);
}

function gather<Call, Answer>(
  together: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  { atOnce, batchMax, waitingMax }: CoalesceOptions,
): (call: Call) => Promise<Answer> {
  let waiting: Waiting<Call, Answer>[] = [];
  let running = 0;

  async function runNext(): Promise<void> {
    if (running >= atOnce || waiting.length === 0) return;
    const batch = waiting.slice(0, batchMax);
    waiting = waiting.slice(batchMax);
    for (const one of batch) one.taken();
    running++;
    try {
      // The callers' own budgets bound the wait, not that of an earlier caller.
      const ms = Math.min(...batch.map((one) => one.budgetMs));
      await waitingAtMost(ms, () => answerAll(together, batch));
    } finally {
      running--;
      void runNext();
    }
  }

  function enqueue(call: Call): Promise<Answer> {
    if (waiting.length >= waitingMax) return Promise.reject(new OverloadedError("the queue is full"));
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const one = { call, resolve, reject, budgetMs: budgetMs(), taken: () => clearTimeout(timer) };
      const giveUp = () => {
        waiting = waiting.filter((other) => other !== one);
        reject(new OverloadedError("no batch began in time"));
      };
      const leftMs = waitLeftMs();
      if (Number.isFinite(leftMs)) timer = setTimeout(giveUp, leftMs);
      waiting.push(one);
      void runNext();
    });
  }

  return enqueue;
}

/** Runs a batch and settles every caller's promise; never throws. */
async function answerAll<Call, Answer>(
  together: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Call, Answer>[],
): Promise<void> {
  const outcome = await together(batch.map(({ call }) => call)).then(
    (answers) => ({ answers }),
    (error: unknown) => ({ error }),
  );
  if ("answers" in outcome) return handOut(outcome.answers, batch);
  if (outcome.error instanceof OverloadedError) for (const { reject } of batch) reject(outcome.error);
  else if (batch.length === 1) batch[0]?.reject(outcome.error);
  else await Promise.all(batch.map((one) => answerAll(together, [one])));
}

function handOut<Call, Answer>(answers: readonly Answer[], batch: readonly Waiting<Call, Answer>[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    if (answers.length === batch.length) resolve(answers[index] as Answer);
    else reject(new Error(`${answers.length} answers to ${batch.length} calls`));
  }
}
