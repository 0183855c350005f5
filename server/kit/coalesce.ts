export type CoalesceOptions = {
  /** Batches under way at the same time; calls that come while all are busy gather for the next. */
  atOnce: number;
  /** Calls in one batch. */
  batchMax: number;
};

type Waiting<Call, Answer> = {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Lets calls that come side by side share one run of `together`, which answers them in their order, all or nothing. The
 * first call never waits for company: it runs alone at once, and those that come meanwhile run together afterwards.
 * When a batch throws, each of its calls runs alone, so that only the bad one fails: `together` must be safe to repeat.
 * They run side by side then: should nothing answer at all, nobody waits for the others' time-outs.
 */
export function coalesce<Call, Answer>(
  together: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  { atOnce, batchMax }: CoalesceOptions,
): (call: Call) => Promise<Answer> {
  let waiting: Waiting<Call, Answer>[] = [];
  let running = 0;

  async function runNext(): Promise<void> {
    if (running >= atOnce || waiting.length === 0) return;
    const batch = waiting.slice(0, batchMax);
    waiting = waiting.slice(batchMax);
    running++;
    try {
      await answerAll(together, batch);
    } finally {
      running--;
      void runNext();
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      void runNext();
    });
}

/** Runs a batch and tells every caller what became of their call; never throws. */
async function answerAll<Call, Answer>(
  together: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Call, Answer>[],
): Promise<void> {
  const outcome = await together(batch.map(({ call }) => call)).then(
    (answers) => ({ answers }),
    (error: unknown) => ({ error }),
  );
  if ("answers" in outcome) return handOut(outcome.answers, batch);
  if (batch.length === 1) batch[0]?.reject(outcome.error);
  else await Promise.all(batch.map((one) => answerAll(together, [one])));
}

function handOut<Call, Answer>(answers: readonly Answer[], batch: readonly Waiting<Call, Answer>[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    if (answers.length === batch.length) resolve(answers[index] as Answer);
    else reject(new Error(`${answers.length} answers to ${batch.length} calls`));
  }
}
