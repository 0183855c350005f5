import { isViewerOf } from "#server/media/media.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { AppNeeds } from "./needs.ts";

/** A session that has ended: the `jti` of its token, and whose it was. */
export type EndedSession = { tokenId: string; accountId: number };

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Sessions were ended by a process that has no sockets of its own, as `npm run make-admin`. */
    sessions_ended_elsewhere: { accountId: number; tokenIds: string[] };
  }
}

/** Cuts what hangs on a session that has ended: its sockets, whatever its person is watching or showing, and its
 * browser as one that is told of notifications. */
export function cutSession(
  { media, log }: Pick<AppNeeds, "media" | "log">,
  realtime: Realtime,
  cutCamera: (fanId: number) => Promise<void>,
  forgetDevice: (tokenId: string) => Promise<void>,
) {
  return ({ tokenId, accountId }: EndedSession): void => {
    realtime.disconnect({ tokenId }, "logged_out");
    // Every playback of the fan: who is still signed in elsewhere gets a fresh one by asking.
    void media.endViewersEverywhere(isViewerOf(accountId));
    cutCamera(accountId).catch((err) => log.error({ err, accountId }, "a fan's camera was not cut"));
    // Should this fail, the next message to it finds that its session has ended.
    forgetDevice(tokenId).catch((err) => log.error({ err, accountId }, "a device was not forgotten"));
  };
}
