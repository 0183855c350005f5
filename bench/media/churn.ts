import { readFileSync } from "node:fs";
import { buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import type { Row } from "../row.ts";

const room = "churn";
const rounds = 150;
const viewersPerRound = 12;
/** By then the process has taken the memory that it keeps. */
const warmUpRounds = 50;
const packetsWatched = 40;

type Viewer = Awaited<ReturnType<MediaRig["viewer"]>>;

/**
 * How soon a viewer's first packet comes while a dozen at a time come, watch and go, 1,800 in all, and what they leave in
 * the engine's process. The peers are ours, over loopback: what is measured is the engine's share of joining.
 */
export async function run(): Promise<Row[]> {
  const rig = await startTestMedia();
  try {
    await rig.live(room);
    const waits: number[] = [];
    let warm = 0;
    for (let round = 0; round < rounds; round++) {
      waits.push(...(await comeAndGo(rig)));
      if (round === warmUpRounds) warm = kilobytes(rig);
    }
    const later = (rounds - warmUpRounds) * viewersPerRound;
    waits.sort((a, b) => a - b);
    return [
      { name: "media.churn.first-packet.p50", value: at(waits, 0.5), unit: "ms", aim: "≤ 150 ms" },
      { name: "media.churn.first-packet.max", value: at(waits, 1), unit: "ms", aim: "≤ 1000 ms" },
      {
        name: "media.churn.memory-per-viewer",
        value: (kilobytes(rig) - warm) / later,
        unit: "KB",
        aim: "≤ 20 KB",
      },
      { name: "media.churn.sessions-left", value: await sessionsLeft(rig), unit: "sessions", aim: "0" },
    ];
  } finally {
    await rig.stop();
  }
}

/** One round; answers how long each viewer waited for its first packet. */
async function comeAndGo(rig: MediaRig): Promise<number[]> {
  const startedMs = performance.now();
  const seats = Array.from({ length: viewersPerRound }, (_, seat) => `fan:${seat}|public`);
  return Promise.all(
    seats.map(async (tag) => {
      const viewer = await rig.viewer(room, tag);
      viewer.send(buildReceiverReport([]));
      await packets(viewer, 1);
      const waitedMs = performance.now() - startedMs;
      await packets(viewer, packetsWatched);
      await rig.media.endSession(viewer.sessionId);
      viewer.close();
      viewer.rtp.length = 0;
      return waitedMs;
    }),
  );
}

async function packets(viewer: Viewer, count: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (viewer.rtp.length < count) {
    if (performance.now() > deadline) throw new Error("a connected viewer gets nothing");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** The sessions in the engine's next report, at most one second later. */
function sessionsLeft({ media }: MediaRig): Promise<number> {
  return new Promise((resolve) => {
    const stop = media.onReport((rooms) => {
      stop();
      resolve(rooms.get(room)?.viewers.length ?? 0);
    });
  });
}

/** Memory of the engine's process that is not shared with files (Linux). */
function kilobytes({ media }: MediaRig): number {
  const status = readFileSync(`/proc/${media.processId()}/status`, "utf8");
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]);
}

function at(sorted: number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
}
