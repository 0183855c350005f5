import type { Realtime } from "#server/realtime/realtime.ts";
import type { AppNeeds } from "./needs.ts";
import type { OwnerCalls } from "./owner-calls.ts";

/** A session that has ended: the `jti` of its token, and the user. */
export type EndedSession = { tokenId: string; accountId: number };

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Sessions were ended by a process that has no sockets of its own, as `npm run make-admin`. */
    sessions_ended_elsewhere: { accountId: number; tokenIds: string[] };
  }
}

/** Cuts what hangs on a session that has ended: its sockets, whatever its person is watching or showing, and its
 * browser as one that receives notifications. */
export function cutSession(
  { log }: Pick<AppNeeds, "log">,
  realtime: Realtime,
  cutPerson: OwnerCalls["cutPerson"],
  forgetDevice: (tokenId: string) => Promise<void>,
) {
  return ({ tokenId, accountId }: EndedSession): void => {
    realtime.disconnect({ tokenId }, "logged_out");
    // Every playback of the fan: who is still signed in elsewhere gets a fresh one by asking.
    cutPerson(accountId).catch((err) => log.error({ err, accountId }, "a session's media were not cut"));
    // Should this fail, the next message to it finds that its session has ended.
    forgetDevice(tokenId).catch((err) => log.error({ err, accountId }, "a device was not forgotten"));
  };
}
