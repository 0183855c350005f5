import { expect } from "vitest";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { type RoomReport, viewerTag } from "#server/media/media.ts";
import { createRoomPauses } from "#server/rooms/room-pauses.ts";
import type { Metered } from "#server/shows/meter/meter-types.ts";
import { createMeter } from "#server/shows/meter/meter.ts";

type MeterNeeds = Parameters<typeof createMeter>[0];
type Viewer = RoomReport["viewers"][number];
type Flowed = Viewer["flowed"];
type Flow = Pick<Viewer, "sessionId" | "sentMs" | "flowed">;
/** The engine's reports of the fan's playbacks; `mediaSent`: whether something came of the model. */
type Playbacks = {
  viewers: (Flow & Pick<Viewer, "connected" | "packetsSent">)[];
  departed: Flow[];
  mediaSent: boolean;
};

/** The beginning of a fan's show in the room "luna": nothing served, and no limit. */
export const shownTo: Omit<Metered, "role" | "meter"> & { meter: Omit<Metered["meter"], "price"> } = {
  id: 1,
  sessionId: 1,
  modelId: 1,
  fanId: 7,
  slug: "luna",
  mode: "private",
  meter: { servedMs: 0, limitMs: null, pause: null, fanAbsentMs: 0 },
};

/** A meter with one viewer, for whom a test makes the time and the media engine's reports. */
export function meterViewer(
  one: Metered,
  needs: Pick<MeterNeeds, "keep" | "slice" | "over"> & Partial<Pick<MeterNeeds, "log">>,
) {
  let nowMs = 1_000_000;
  let packets = 0;
  let report: RoomReport | null = null;
  let reported = () => {};
  const meter = createMeter({
    log: { error: (problem: unknown) => expect(problem).toBeUndefined() },
    ...needs,
    clock: { now: () => new Date(nowMs), after: () => () => {}, every: () => () => {} },
    monotonicMs: () => nowMs,
    pauses: createRoomPauses(() => nowMs),
    owner: onlyNode,
    ownSide: { absentMs: (sinceMs) => nowMs - sinceMs },
    reports: {
      rooms: () => new Map(report && [["luna", report]]),
      flows: async () => [],
      onReport: (listener) => {
        reported = listener;
        return () => {};
      },
    },
    adopt: async () => [],
    moved: () => {},
  });
  meter.take(one);
  const tag = viewerTag({ fanId: 7, mode: "private" });
  /** Reports the fan's playbacks to the meter, and waits for all that it does about that. */
  async function reportRoom({ viewers, departed, mediaSent }: Playbacks): Promise<void> {
    if (mediaSent) packets += 1;
    report = {
      room: "luna",
      publisherSessionId: "model",
      mediaReceiving: mediaSent,
      held: false,
      packetsIn: packets,
      bytesIn: 0,
      picture: null,
      viewers: viewers.map((viewer) => ({ ...viewer, tag, lossRatio: 0 })),
      departed: departed.map((flow) => ({ ...flow, tag })),
    };
    reported();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    now: () => nowMs,
    /** Lets time pass, of which nothing is reported. */
    pass(ms: number) {
      nowMs += ms;
    },
    reportRoom,
    /** Reports to the meter in which intervals media has reached a viewer to whom all came that was sent. */
    reportFlow: (flowed: Flowed) =>
      reportRoom({
        viewers: [{ sessionId: "a", sentMs: 0, flowed, connected: true, packetsSent: packets + 1 }],
        departed: [],
        mediaSent: true,
      }),
    measured: () => meter.meterOf(1),
    stop: () => meter.stop(),
  };
}
