import { type RoomReport, viewerTag } from "#server/media/media.ts";
import type { Mode } from "../rules/admission.ts";

type Counted = {
  publisher: string | null;
  packetsIn: number;
  packetsSent: number;
  /** What had flowed to each playback session, ms. */
  flowed: ReadonlyMap<string, number>;
};
type Seen = { modelMedia: boolean; fanConnected: boolean; flowedMs: number };
type Watched = { id: number; slug: string; fanId: number; mode: Mode };

/**
 * Compares each report of the media engine with the one before it: the model's media comes in when packets have come
 * since then, and the fan watches when some were sent to a connected playback of this very show. What flowed to the fan
 * is counted once, however many playbacks they have open.
 */
export function createMediaWatch() {
  const counted = new Map<number, Counted>();
  return {
    /** `isNew`: everything that has flowed in this show counts; otherwise what flows from now on. */
    begin(id: number, isNew: boolean): void {
      if (isNew) counted.set(id, { publisher: null, packetsIn: 0, packetsSent: 0, flowed: new Map() });
    },
    see({ id, slug, fanId, mode }: Watched, rooms: ReadonlyMap<string, RoomReport>): Seen {
      const report = rooms.get(slug);
      const tag = viewerTag({ fanId, mode });
      const mine = report?.viewers.filter((viewer) => viewer.tag === tag) ?? [];
      const viewers = mine.filter((viewer) => viewer.connected);
      const before = counted.get(id);
      const now = {
        publisher: report?.publisherSessionId ?? null,
        packetsIn: report?.packetsIn ?? 0,
        packetsSent: viewers.reduce((sum, viewer) => sum + viewer.packetsSent, 0),
        flowed: new Map(mine.map((viewer) => [viewer.sessionId, viewer.flowedMs])),
      };
      counted.set(id, now);
      const samePublisher = before?.publisher === now.publisher;
      const arrived = now.packetsIn - (samePublisher ? (before?.packetsIn ?? 0) : 0) > 0;
      const flows = [...now.flowed].map(([session, ms]) => ms - (before?.flowed.get(session) ?? 0));
      return {
        modelMedia: report?.mediaReceiving === true && arrived,
        // While nothing comes in nothing can be sent: a fan who is connected then is not away.
        fanConnected: viewers.length > 0 && (!arrived || now.packetsSent !== before?.packetsSent),
        flowedMs: before ? Math.max(0, ...flows) : 0,
      };
    },
    forget: (id: number) => void counted.delete(id),
  };
}
