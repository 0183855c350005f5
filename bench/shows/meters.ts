import { monotonicMs } from "#server/kit/nodes/ownership.ts";
import type { RoomReport } from "#server/media/media.ts";
import { viewerTag } from "#server/media/media.ts";
import { startBenchApp } from "../bench-app.ts";
import { cpuSeconds } from "../cpu-time.ts";
import { watchOtherWork } from "../other-work.ts";
import type { Row } from "../row.ts";
import { askForShow, openPerson } from "./people.ts";

const shows = 200;
const opening = 10;
const seconds = 20;
/** The share of the machine that other processes may use before the figures are unfair. */
const othersAtMost = 0.1;

/**
 * How many participants' meters one core of the application carries: shows that are really open, with their rows, holds
 * and slices in PostgreSQL; only what the media engine would report each second is made here. The database's own work is
 * measured beside it.
 */
export async function run(): Promise<Row[]> {
  const reports = new Map<string, RoomReport>();
  const listeners = new Set<(rooms: ReadonlyMap<string, RoomReport>) => void>();
  const bench = await startBenchApp({
    reports: {
      rooms: () => reports,
      flows: async () => [],
      onReport(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  });
  try {
    for (let done = 0; done < shows; done += opening)
      await Promise.all(Array.from({ length: opening }, () => begin()));
    await flow(5);
    const others = watchOtherWork();
    const [own, database] = [cpuSeconds(process.pid), bench.databaseSeconds()];
    await flow(seconds);
    const share = others();
    if (share > othersAtMost) console.error(`meters: others used ${Math.round(share * 100)}% of the machine`);
    const perSecond = (cpuSeconds(process.pid) - own) / seconds;
    const inDatabase = (bench.databaseSeconds() - database) / seconds;
    return [
      {
        name: "shows.meters-per-core",
        value: Math.round(shows / perSecond),
        unit: "open participants",
        aim: "≥ 5,000",
      },
      {
        name: "shows.meters-per-core.with-database",
        value: Math.round(shows / (perSecond + inDatabase)),
        unit: "open participants",
      },
    ];
  } finally {
    await bench.stop();
  }

  async function begin(): Promise<void> {
    const [fan, model] = [await openPerson(bench, "fan"), await openPerson(bench, "model")];
    await bench.app.modules.rooms.publisherTurned(model.login, "started");
    await (
      await askForShow(bench, fan, model)
    )();
    reports.set(model.login, {
      room: model.login,
      publisherSessionId: model.login,
      mediaReceiving: true,
      held: false,
      packetsIn: 0,
      bytesIn: 0,
      picture: null,
      viewers: [
        {
          sessionId: fan.login,
          tag: viewerTag({ fanId: fan.id, mode: "private" }),
          connected: true,
          packetsSent: 0,
          sentMs: 0,
          flowed: [],
          lossRatio: 0,
        },
      ],
      departed: [],
    });
  }

  /** A second of media in every room, so many times, as the engine reports it. */
  async function flow(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const nowMs = monotonicMs();
      for (const [room, report] of reports) {
        const viewers = report.viewers.map((viewer) => ({
          ...viewer,
          packetsSent: viewer.packetsSent + 120,
          sentMs: viewer.sentMs + 1_000,
          flowed: [{ fromMs: nowMs - 30_000, toMs: nowMs, flowedMs: 30_000 }],
        }));
        reports.set(room, { ...report, packetsIn: report.packetsIn + 120, viewers });
      }
      for (const listener of listeners) listener(reports);
    }
  }
}
