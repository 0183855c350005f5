import { hasDemoPeople } from "#server/identity/identity.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { StartError } from "./explain.ts";

/** Throws when a deployment would let in the people of the demo, staff among them. */
export async function assertNoDemoPeople(db: Reader): Promise<void> {
  if (!(await hasDemoPeople(db))) return;
  throw new StartError(
    "this database holds the people of the demo, whose password everybody knows; DEMO=0 needs a database or DATA_DIR of its own.",
  );
}
