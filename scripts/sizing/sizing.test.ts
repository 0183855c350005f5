import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { examplePrices, monthlyCost } from "./cost.ts";
import { type Figures, recorded } from "./figures.ts";
import { simulateHotRoom } from "./hot-room.ts";
import { peakLoad, type Load } from "./load.ts";
import { engineViewersPerCore, fanOut, sizingOf } from "./needs.ts";

/** Round figures, so that each result can be reckoned by hand. */
const figures: Figures = {
  deliveriesPerCore: 100_000,
  pagesPerCore: 100,
  tipsPerCore: 500,
  writesPerCore: 1_000,
  postgresCores: 10,
  redisEventsPerCore: 20_000,
  feedEventsPerCore: 50_000,
  metersPerCore: 5_000,
  engineViewersPerCore: 1_000,
  engineTcpCost: 5,
  engineHttpsCost: 2,
  engineWorkers: 4,
  engineSharing: 0.5,
  livekitViewersPerCore: 200,
  reportsPerCore: 20_000,
  socketKilobytes: 10,
  filesPerCore: 1_000,
};
/** 10 rooms of 100 viewers each. */
const load: Load = {
  ...{ fans: 2_000, watching: 0.5, rooms: 10, hotRoom: 0, overTcp: 0, overHttps: 0, inShows: 0.01 },
  ...{ secondsPerPage: 100, secondsPerLine: 100, secondsPerTip: 100, megabits: 2 },
  ...{
    filesPerPage: 10,
    fileKilobytes: 25,
    cardsInSight: 6,
    secondsPerCard: 60,
    filesCached: 0.5,
    average: 0.5,
  },
};
const of = (needs: ReturnType<typeof sizingOf>["needs"], part: string) =>
  needs.find((each) => each.part === part);

test("a load is spread over the parts by what each does of it", () => {
  const { needs, gigabits, memory, files } = sizingOf(load, figures, "engine");
  // 1,000 viewers post and tip 20 times a second, each before 100 people.
  expect(of(needs, "nodes: deliveries")).toMatchObject({ asked: 2_000, cores: 0.02 });
  expect(of(needs, "nodes: pages")).toMatchObject({ asked: 20, cores: 0.2 });
  expect(of(needs, "nodes: tips and lines")).toMatchObject({ asked: 20, cores: 0.04 });
  expect(of(needs, "Redis")).toMatchObject({ asked: 20, cores: 0.001 });
  expect(of(needs, "PostgreSQL: writes")).toMatchObject({ cores: 0.02, share: 0.002 });
  expect(of(needs, "owner of the media: meters")).toMatchObject({ asked: 20, cores: 0.004 });
  // Half as much a core, on four of them.
  expect(of(needs, "media engine")).toMatchObject({ asked: 1_000, cores: 2, share: 0.5 });
  expect(of(needs, "media engine: the busiest room")).toMatchObject({ asked: 0, share: 0 });
  expect(gigabits).toBe(2);
  expect(memory).toBe(0.02);
  // Half of 200 for pages and 100 for cards of the 1,000 who look for a room.
  expect(of(needs, "nodes: stored files")).toMatchObject({ asked: 150, cores: 0.15 });
  expect(files).toEqual({ perSecond: 150, gigabits: 0.03 });
});

test("the first bottleneck is the fullest of the parts that cannot be multiplied", () => {
  expect(sizingOf(load, figures, "engine")).toMatchObject({
    bottleneck: { part: "media engine" },
    headroom: 2,
  });
  // A room stays at one process, however many there are.
  expect(sizingOf({ ...load, hotRoom: 800 }, figures, "engine")).toMatchObject({
    bottleneck: { part: "media engine: the busiest room" },
    headroom: 1.25,
  });
  // LiveKit's servers can be multiplied; the proxy before them is the owner's alone.
  const byLivekit = sizingOf(load, figures, "livekit");
  expect(byLivekit.bottleneck?.part).toBe("owner of the media: signalling");
  expect(byLivekit.headroom).toBeCloseTo(20);
  const talkative = { ...load, secondsPerLine: 0.1 };
  expect(sizingOf(talkative, figures, "livekit").bottleneck?.part).toBe("PostgreSQL: writes");
  const silent = { ...load, watching: 0, inShows: 0.5 };
  expect(sizingOf(silent, figures, "livekit").bottleneck?.part).toBe("owner of the media: meters");
});

test("viewers over TCP and HTTPS cost the engine more, and LiveKit, which has no such ways, nothing", () => {
  const closed = { ...load, overTcp: 0.1, overHttps: 0.1 };
  // 800 × 1 + 100 × 5 + 100 × 2 for 1,000 viewers, by half as much a core.
  expect(of(sizingOf(closed, figures, "engine").needs, "media engine")?.cores).toBeCloseTo(3);
  expect(of(sizingOf(closed, figures, "livekit").needs, "LiveKit")?.cores).toBe(5);
});

test("a hot room costs by the square of its viewers, and an event in it goes to Redis once and to each node once", () => {
  const hot = sizingOf({ ...load, rooms: 1, hotRoom: 1_000 }, figures, "livekit");
  expect(of(hot.needs, "nodes: deliveries")?.asked).toBe(20_000);
  expect(fanOut(100_000, 50, figures)).toEqual({
    ...{ writes: 1, reads: 50, frames: 100_000, framesPerNode: 2_000, linesPerSecond: 50 },
  });
});

test("a month costs cores and memory for the peak, and traffic for the average", () => {
  const sizing = sizingOf(load, figures, "livekit");
  const cores = sizing.needs.reduce((sum, need) => sum + need.cores, 0);
  const cost = monthlyCost(sizing, load, { core: 10, gigabyte: 100, terabyteOut: 2 });
  expect(cost.cores).toBe(Math.ceil(cores * 1.5) * 10);
  expect(cost.memory).toBeCloseTo(3);
  // 2 Gbit/s half of the time: 324 TB in 30 days.
  expect(cost.traffic).toBeCloseTo(648);
});

test("in a hot room the last viewer waits for Redis, a read and a node's frames, and what is too much is refused", () => {
  const room = { viewers: 100_000, nodes: 10, busy: 0, seconds: 200, delayMaxMs: 400 };
  // A node brings out 9.98 events a second: 0.1 s each.
  const quiet = simulateHotRoom({ ...room, eventsPerSecond: 1 }, figures, seededRandom("quiet"));
  expect(quiet.p50Ms).toBeCloseTo(100, 0);
  expect(quiet.refused).toBe(0);
  const full = simulateHotRoom({ ...room, eventsPerSecond: 20 }, figures, seededRandom("full"));
  expect(full.sent / room.seconds).toBeCloseTo(10, 0);
  expect(full.refused / (full.sent + full.refused)).toBeCloseTo(0.5, 1);
  expect(full.p99Ms).toBeLessThan(room.delayMaxMs + 101);
  const busy = simulateHotRoom({ ...room, eventsPerSecond: 1, busy: 0.5 }, figures, seededRandom("busy"));
  expect(busy.p50Ms).toBeGreaterThan(200);
});

test.each([1_000, 100_000, 1_000_000])(
  "docs/scaling.md states for %d fans what the script computes",
  (fans) => {
    const document = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8");
    const cell = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });
    const sizing = sizingOf(peakLoad(fans), recorded, "livekit");
    const { needs, bottleneck, memory, files } = sizing;
    expect(document).toMatch(new RegExp(`\\| memory of sockets \\|.*\\b${cell(memory)} GB`));
    expect(document).toMatch(
      new RegExp(
        `\\| files from the S3 server \\|.*\\b${cell(files.perSecond)}/s, ${cell(files.gigabits)} Gbit/s`,
      ),
    );
    for (const { part, cores } of needs)
      expect(document, part).toMatch(new RegExp(`\\| ${part} \\|.*\\b${cell(cores)}\\b`));
    expect(document).toContain(`| first bottleneck at ${cell(fans)} fans | ${bottleneck?.part} |`);
    for (const [name, prices] of Object.entries(examplePrices)) {
      const { cores, memory, traffic } = monthlyCost(sizing, peakLoad(fans), prices);
      expect(document).toContain(
        `| ${cell(fans)} | ${name} | ${cell(cores)} | ${cell(memory)} | ${cell(traffic)} |`,
      );
    }
    const engineViewers = Math.floor(engineViewersPerCore(peakLoad(fans), recorded));
    expect(document).toContain(`${engineViewers} viewers fill its core`);
    for (const value of Object.values(recorded)) expect(document).toContain(value.toLocaleString("en"));
  },
);
