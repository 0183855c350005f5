import { readTrace } from "./trace/requirement-ids.ts";

/** Lists the firm requirements that no test title names, those not built yet, and titles that name no requirement. */
const { known, notBuilt, unnamed, unknown } = readTrace();

for (const id of unnamed) console.log(`no test names ${id}`);
for (const id of unknown) console.log(`${id} is named, and is no requirement`);
for (const [id, missing] of notBuilt) console.log(`not built yet: ${id} (${missing})`);
console.log(
  `${known.length} firm requirements, of which ${notBuilt.size} are not or not wholly built yet; ${unnamed.length} others are named by no test`,
);
process.exitCode = unnamed.length + unknown.length > 0 ? 1 : 0;
