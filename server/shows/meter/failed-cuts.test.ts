import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLogger } from "#server/kit/log.ts";
import { adoptParticipants, openParticipantOfFan } from "#server/shows/store/participants-store.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { mediaOnDemand } from "#testing/app/media-on-demand.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { showCalls } from "#testing/rooms/show-calls.ts";
import { until } from "#testing/until.ts";

const media = mediaOnDemand({ log: createLogger("silent") });
/** So many cuts of the room's viewers fail from now on. */
let failing = 0;
let failed = 0;
const app = testApp(undefined, () => ({
  media: {
    ...media,
    async endViewers(...of) {
      if (of[0] !== model.login || failed >= failing) return media.endViewers(...of);
      failed += 1;
      throw new Error("the media server is away");
    },
  },
}));
afterAll(() => media.stop());
const kept = closeAfterEach();

let model: Person;
let fan: Person;
beforeEach(async () => {
  [failing, failed] = [0, 0];
  [model, fan] = [await app.model(), await app.fan(1_000)];
  kept(await goLive(app, model));
});
const { ask, answer, showNow, leave, balanceOf, spy, enter, accepted } = showCalls(app, () => ({
  model,
  fan,
}));
const watchNow = async (as: Person) =>
  kept(await watch(app, (await enter(as)).body.playback as PlaybackOffer));
const watching = ({ id }: Person) => media.viewers().some(({ person }) => person === String(id));
const isCut = (person: Person) => until(() => !watching(person), "the viewer to be cut", 20_000);
const failNext = (times: number) => void ([failing, failed] = [times, 0]);

for (const times of [1, 4])
  test(`R-OPEN-60, R-OPEN-63: a show whose public could not be cut ${times === 1 ? "once" : "for a time"} is metered from its beginning, and the public is cut until it succeeds`, async () => {
    const viewer = await app.fan();
    await watchNow(viewer);
    const { id } = (await ask()).body;
    failNext(times);
    expect((await answer(id, { accept: true })).status).toBe(500);
    await isCut(viewer);
    expect(failed).toBe(times);
    expect((await answer(id, { accept: true })).status, "pressed again").toBe(200);
    await watchNow(fan);
    await until(async () => ((await showNow(fan))?.served_seconds ?? 0) >= 2, "two seconds");
    const { spent } = (await leave()).body.show as { spent: number };
    expect(spent).toBeGreaterThanOrEqual(2);
    expect(await balanceOf(fan)).toBe(1_000 - spent);
  });

test("a spy who could not be cut when their visit ended is cut until it succeeds, and the show goes on", async () => {
  const other = await app.fan(200);
  await accepted();
  await watchNow(fan);
  expect((await spy(other)).status).toBe(201);
  await watchNow(other);
  failNext(2);
  expect((await leave(other)).status).toBe(500);
  await isCut(other);
  expect([await showNow(other), watching(fan)]).toEqual([null, true]);
});

test("who pays and could not be cut at the end of the show is cut until it succeeds, and the room is everybody's", async () => {
  await accepted();
  await watchNow(fan);
  failNext(2);
  expect((await leave()).status).toBe(500);
  await isCut(fan);
  await watchNow(fan);
  await app.relay.drain();
  expect(watching(fan), "as one of the public").toBe(true);
});

test("R-OPEN-73: a banned fan who could not be cut is cut until it succeeds, and nobody else is", async () => {
  const other = await app.fan();
  for (const each of [fan, other]) await watchNow(each);
  failNext(2);
  const ban = await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect(ban.status).toBe(500);
  await isCut(fan);
  expect(watching(other)).toBe(true);
});

test("R-OPEN-63: a keeper adopts its own open participant that it does not meter, once the lease is over", async () => {
  await accepted();
  const row = await openParticipantOfFan(app.db, fan.id);
  if (!row) throw new Error("the fan is in no show");
  const { id, keeper, lease_until: now } = row;
  const adopted = (running: number[], at = now) =>
    inTransaction(app.db, async (tx) => {
      await sql`update live.participant set lease_until = ${now} where id = ${id}`.execute(tx);
      return (await adoptParticipants(tx, { keeper, leaseUntil: now, now: at }, running)).map(({ id }) => id);
    });
  expect(await adopted([id]), "it is metered").not.toContain(id);
  expect(await adopted([], new Date(now.getTime() - 1)), "the lease runs").not.toContain(id);
  expect(await adopted([])).toContain(id);
});
