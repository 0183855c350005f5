import { randomInt } from "node:crypto";
import type { Reader } from "#server/kit/database/database.ts";
import { isReservedLogin } from "../rules/reserved-logins.ts";
import { isTaken } from "../store/accounts-store.ts";

const stemMax = 24;
const triesMax = 9;

/** A user name nobody has, as near to a handle of X as our rules allow. Free at this moment only. */
export async function freeLogin(reader: Reader, handle: string): Promise<string> {
  const letters = handle.replaceAll(/[^a-zA-Z0-9]/g, "").slice(0, stemMax);
  const stem = letters.length >= 3 ? letters : `fan${letters}`;
  for (let tried = 1; tried <= triesMax; tried++) {
    const login = tried === 1 ? stem : `${stem}${tried}`;
    if (!isReservedLogin(login) && !(await isTaken(reader, "login", login))) return login;
  }
  return `${stem}${randomInt(10_000, 1_000_000)}`;
}
