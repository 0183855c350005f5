import type { Random } from "../../../../server/kit/random.ts";
import type { Ids } from "../svg.ts";

/**
 * A scene's tools to draw with: chance for its small differences, ids for its gradients, and which of its colourings
 * it takes.
 */
export type Brush = { random: Random; nextId: Ids; variant: 0 | 1 | 2 };
