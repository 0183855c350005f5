import type { HashCost } from "#server/identity/identity.ts";
import type { Reading } from "#server/kit/overload/pressure.ts";

/** The readings of a process that is not late at all: tests on a busy machine refuse nothing by chance. */
export const idlePressure: Reading = { loopDelayMs: 0, poolWaitMs: 0, heapShare: 0, memoryShare: 0 };

/** A hundredth of what passwords cost in the product. */
export const cheapHashes: HashCost = { memoryCost: 256, timeCost: 1, parallelism: 1 };

/** Signs the tokens of the tests. */
export const testSecret = "a secret that only the tests know, 32+";

/** The private key that the browsers of the tests subscribe to messages of. */
export const testVapidKey = "mHyU00irnlhy-ZkJMplv7dtfKOA7mK2hQoagEDsJHQo";
