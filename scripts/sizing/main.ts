import { parseArgs } from "node:util";
import { examplePrices, monthlyCost } from "./cost.ts";
import { recorded } from "./figures.ts";
import { simulateHotRoom } from "./hot-room.ts";
import { peakLoad } from "./load.ts";
import { type MediaServer, fanOut, type Sizing, sizingOf } from "./needs.ts";

/**
 * `npm run sizing -- --fans 1000000 --media livekit --secondsPerLine 60 …`: what a load needs of each part, and which is too
 * small first. Every field of `Load` may be given.
 */
const load = peakLoad(1_000_000);
const parsed = parseArgs({
  options: {
    media: { type: "string" },
    ...Object.fromEntries(Object.keys(load).map((name) => [name, { type: "string" as const }])),
  },
});
const values: Readonly<Record<string, string | undefined>> = parsed.values;
const fans = Number(values.fans ?? load.fans);
const given = Object.fromEntries(
  Object.entries(values)
    .filter(([name]) => name in load)
    .map(([name, value]) => [name, Number(value)]),
);
const asked = { ...peakLoad(fans), ...given };
const wrong = Object.entries(asked).filter(([, value]) => !Number.isFinite(value) || value < 0);
const mediaServers: MediaServer[] = ["engine", "livekit"];
const mediaServer = mediaServers.find((each) => each === (values.media ?? "livekit"));
if (wrong.length > 0 || !mediaServer) {
  for (const [name] of wrong) console.error(`--${name} must be a number, 0 or more`);
  if (!mediaServer) console.error("--media must be engine or livekit");
  process.exit(1);
}
const sizing = sizingOf(asked, recorded, mediaServer);
for (const line of linesOf(sizing)) console.log(line);
const nodes = Math.ceil(
  sizing.needs
    .filter(({ scales, part }) => scales && part.startsWith("nodes"))
    .reduce((sum, { cores }) => sum + cores, 0),
);
if (asked.hotRoom > 0) showHotRoom();
for (const [name, prices] of Object.entries(examplePrices)) {
  const { cores, memory, traffic } = monthlyCost(sizing, asked, prices);
  console.log(
    `\nA month at the example prices of ${name}: cores ${figure(cores)}, memory ${figure(memory)}, traffic of pictures ${figure(traffic)}`,
  );
}

function showHotRoom(): void {
  const tree = fanOut(asked.hotRoom, nodes, recorded);
  console.log(
    `\nA room of ${figure(asked.hotRoom)} viewers on ${figure(nodes)} nodes: for each event 1 entry in Redis, ${figure(tree.reads)} reads, ` +
      `${figure(tree.frames)} frames (${figure(tree.framesPerNode)} a node); at most ${figure(tree.linesPerSecond)} events a second`,
  );
  for (const share of [0.25, 0.5, 0.75, 1, 1.5]) {
    const eventsPerSecond = Math.max(1, Math.round(tree.linesPerSecond * share));
    const room = { viewers: asked.hotRoom, nodes, eventsPerSecond, busy: 0.2, seconds: 60, delayMaxMs: 400 };
    const { sent, refused, p50Ms, p99Ms } = simulateHotRoom(room, recorded, Math.random);
    console.log(
      `  ${figure(eventsPerSecond)} a second, nodes otherwise busy by 20 %: ${figure(p50Ms)} ms to the last viewer (p99 ${figure(p99Ms)}), ` +
        `${figure((100 * refused) / (sent + refused))} % refused`,
    );
  }
}

function linesOf({ needs, bottleneck, headroom, gigabits, memory, files }: Sizing): string[] {
  const rows = needs.map(({ part, asked, unit, cores, scales, coresMax }) =>
    [
      part.padEnd(36),
      `${figure(asked)} ${unit}`.padEnd(26),
      `${figure(cores)} cores`.padEnd(14),
      scales ? "" : `of ${figure(coresMax)} at most`,
    ].join(" "),
  );
  const first = bottleneck
    ? `First bottleneck: ${bottleneck.part}, ${figure(bottleneck.share * 100)} % of what it can; it carries × ${figure(headroom)} of this load`
    : "No part that cannot be multiplied";
  return [
    ...rows,
    `Moving pictures: ${figure(gigabits)} Gbit/s`,
    `Memory of sockets, over all nodes: ${figure(memory)} GB`,
    `Files from the S3 server: ${figure(files.perSecond)}/s, ${figure(files.gigabits)} Gbit/s`,
    first,
  ];
}

function figure(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });
}
