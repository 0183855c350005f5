import { writeFileSync } from "node:fs";
import path from "node:path";
import { openDatabase } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { startTestCluster } from "#testing/database/test-cluster.ts";
import { generateFiles } from "./schema/generate.ts";

/** Migrates a throw-away database and writes what is generated from it; a test fails while the files are older. */
const cluster = await startTestCluster();
const db = openDatabase(cluster.template.url, { log: silentLog, poolMax: 1 });
try {
  for (const file of await generateFiles(db)) {
    writeFileSync(path.resolve(import.meta.dirname, "..", file.path), file.text);
    console.log(file.path);
  }
} finally {
  await db.destroy();
  await cluster.stop();
}
