import type { Call, Viewer } from "#server/kit/http/call.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

/** Who of the staff calls, by name, for the log. */
export async function staffOf({ db, accounts }: AdminNeeds, call: Call<Viewer>): Promise<Staff> {
  const account = await accounts.byId(db, call.viewer.userId);
  if (!account) throw new Error(`no account ${call.viewer.userId}`);
  return { id: account.id, login: account.login };
}
