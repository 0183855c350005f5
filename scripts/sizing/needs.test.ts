import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Figures, recorded } from "./figures.ts";
import { fullHouse, type Load } from "./load.ts";
import { fanOut, sizingOf } from "./needs.ts";

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
  livekitViewersPerCore: 200,
  reportsPerCore: 20_000,
};
/** 10 rooms of 100 viewers each. */
const load: Load = {
  ...{ fans: 2_000, watching: 0.5, rooms: 10, hotRoom: 0, inShows: 0.01 },
  ...{ secondsPerPage: 100, secondsPerLine: 100, secondsPerTip: 100, megabits: 2 },
};
const of = (needs: ReturnType<typeof sizingOf>["needs"], part: string) =>
  needs.find((each) => each.part === part);

test("a load is spread over the parts by what each does of it", () => {
  const { needs, gigabits } = sizingOf(load, figures, "engine");
  // 1,000 viewers say and tip 20 times a second, each before 100 people.
  expect(of(needs, "nodes: deliveries")).toMatchObject({ asked: 2_000, cores: 0.02 });
  expect(of(needs, "nodes: pages")).toMatchObject({ asked: 20, cores: 0.2 });
  expect(of(needs, "nodes: tips and lines")).toMatchObject({ asked: 20, cores: 0.04 });
  expect(of(needs, "Redis")).toMatchObject({ asked: 20, cores: 0.001 });
  expect(of(needs, "PostgreSQL: writes")).toMatchObject({ cores: 0.02, share: 0.002 });
  expect(of(needs, "owner of the media: meters")).toMatchObject({ asked: 20, cores: 0.004 });
  expect(of(needs, "media engine")).toMatchObject({ asked: 1_000, share: 1 });
  expect(gigabits).toBe(2);
});

test("the first bottleneck is the fullest of the parts that cannot be multiplied", () => {
  expect(sizingOf(load, figures, "engine")).toMatchObject({
    bottleneck: { part: "media engine" },
    headroom: 1,
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

test("a hot room costs by the square of its viewers, and an event in it goes to Redis once and to each node once", () => {
  const hot = sizingOf({ ...load, rooms: 1, hotRoom: 1_000 }, figures, "livekit");
  expect(of(hot.needs, "nodes: deliveries")?.asked).toBe(20_000);
  expect(fanOut(100_000, 50, figures)).toEqual({
    ...{ writes: 1, reads: 50, frames: 100_000, framesPerNode: 2_000, linesPerSecond: 50 },
  });
});

test.each([1_000, 100_000, 1_000_000])("docs/scaling.md says of %d fans what the script does", (fans) => {
  const document = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8");
  const cell = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });
  const { needs, bottleneck } = sizingOf(fullHouse(fans), recorded, "livekit");
  for (const { part, cores } of needs)
    expect(document, part).toMatch(new RegExp(`\\| ${part} \\|.*\\b${cell(cores)}\\b`));
  expect(document).toContain(`| first bottleneck at ${cell(fans)} fans | ${bottleneck?.part} |`);
  for (const value of Object.values(recorded)) expect(document).toContain(value.toLocaleString("en"));
});
