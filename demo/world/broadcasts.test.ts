import { afterAll, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { goLive } from "#testing/app/media-clients.ts";
import { mediaOnDemand } from "#testing/app/media-on-demand.ts";
import { openAccount } from "#testing/app/open-account.ts";
import { testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { type DemoBroadcasts, demoKey, startBroadcasts } from "./broadcasts.ts";

const secret = "a secret of the demo";
const media = mediaOnDemand({ log: createLogger("silent") });
let air: DemoBroadcasts | undefined;
const app = testApp(
  {
    acceptsKey: (slug, key) => key === demoKey(secret, slug),
    personPublishes: async (slug) => air?.standAside(slug),
  },
  () => ({ media }),
);
afterAll(async () => {
  await air?.stop();
  await media.stop();
});

test("the demo leaves a room to the person who takes it over, and takes it back half a minute after they are gone", async () => {
  const { identity, rooms } = app.modules;
  const luna = await openAccount(app.db, identity, "luna", "model");
  await listModel(app.db, luna.id);
  const clock = manualClock();
  const broadcasts = startBroadcasts({ origin: app.origin, media, rooms, clock, secret, log: () => {} }, [
    "luna",
  ]);
  air = broadcasts;
  const publisher = () => media.rooms().get("luna")?.publisherSessionId ?? null;
  const demos = await until(publisher, "the demo to be on air", 20_000);
  expect(broadcasts.isOnAir("luna")).toBe(true);

  const model = { id: luna.id, login: "luna", token: await identity.issueToken(luna) };
  const person = await goLive(app, model);
  await until(() => ![null, demos].includes(publisher()), "the person to be on air", 20_000);
  expect(broadcasts.isOnAir("luna")).toBe(false);
  const persons = publisher();
  clock.advance(120_000);
  expect([broadcasts.isOnAir("luna"), publisher()]).toEqual([false, persons]);

  await app.call("POST", "/api/studio/stop", { as: model });
  await until(() => publisher() === null, "the person to be gone");
  person.close();
  clock.advance(29_999);
  expect(broadcasts.isOnAir("luna")).toBe(false);
  clock.advance(1);
  await until(publisher, "the demo to be back", 20_000);
  expect(broadcasts.isOnAir("luna")).toBe(true);
});
