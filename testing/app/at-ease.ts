import type { Reading } from "#server/kit/overload/pressure.ts";

/** What a process that is not late at all says of itself: tests on a busy machine refuse nothing by chance. */
export const atEase: Reading = { loopDelayMs: 0, poolWaitMs: 0, heapShare: 0, memoryShare: 0 };
