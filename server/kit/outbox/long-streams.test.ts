import { afterEach, expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createPublisher } from "./outbox.ts";
import { createRelay, type Relay } from "./relay.ts";

type TestEvents = { happened: { stream: string; n: number } };
const { publishEvents } = createPublisher<TestEvents>();
const database = fileDatabase();
let relay: Relay | undefined;

afterEach(() => relay?.stop());

/** Publishes so many events of each stream, numbered within it. */
function publish(streams: readonly string[], count: number): Promise<void> {
  const events = streams.flatMap((stream) =>
    Array.from({ length: count }, (_, n) => ({ kind: "happened" as const, payload: { stream, n }, stream })),
  );
  return inTransaction(database.db, (tx) => publishEvents(tx, events));
}

/** Delivers everything; one event of the stream `short` is published while the first handler is at work. */
async function deliverWithShort(): Promise<{ stream: string; n: number }[]> {
  const seen: { stream: string; n: number }[] = [];
  const begun = Promise.withResolvers<void>();
  const published = Promise.withResolvers<void>();
  const happened = async (event: { stream: string; n: number }) => {
    begun.resolve();
    await published.promise;
    seen.push(event);
  };
  relay = createRelay<TestEvents>({
    db: database.db,
    handlers: { happened },
    clock: systemClock,
    log: silentLog,
  });
  const drained = relay.drain();
  await begun.promise;
  await publish(["short"], 1);
  published.resolve();
  await drained;
  return seen;
}

const places = (seen: readonly { stream: string; n: number }[], wanted: string) =>
  seen.filter(({ stream }) => stream === wanted).map(({ n }) => n);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test("an event is delivered by the next pass though two thousand of another stream wait, and those arrive in order", async () => {
  await publish(["long"], 2_000);
  const seen = await deliverWithShort();
  expect(seen.findIndex(({ stream }) => stream === "short")).toBeLessThan(20);
  expect(places(seen, "long")).toEqual(upTo(2_000));
});

test("of more streams than one pass takes each has its turn: none waits until others are through", async () => {
  const long = upTo(40).map((n) => `long:${n + 10}`);
  await publish(long, 50);
  const seen = await deliverWithShort();
  expect(seen.findIndex(({ stream }) => stream === "short")).toBeLessThan(3 * 200);
  for (const stream of long) expect(places(seen, stream)).toEqual(upTo(50));
});

test("streams held back by what is to be tried again take no turn of others, and go on once it is delivered", async () => {
  const clock = manualClock();
  const seen: string[] = [];
  let isBroken = true;
  const happened = ({ stream, n }: { stream: string; n: number }) => {
    if (isBroken && stream.startsWith("held")) throw new Error("not yet");
    seen.push(`${stream} ${n}`);
  };
  relay = createRelay<TestEvents>({ db: database.db, handlers: { happened }, clock, log: silentLog });
  const held = upTo(250).map((n) => `held:${n + 100}`);
  await publish(held, 2);
  await publish(["short"], 1);
  await relay.drain();
  expect(seen).toEqual(["short 0"]);
  isBroken = false;
  clock.advance(60_000);
  await relay.drain();
  expect(seen.slice(1).toSorted()).toEqual(held.flatMap((stream) => [`${stream} 0`, `${stream} 1`]));
});
