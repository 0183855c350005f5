import { afterAll, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { mediaOnDemand } from "#testing/app/media-on-demand.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { makeOffer } from "#testing/media-engine/peer.ts";
import { until } from "#testing/until.ts";

const media = mediaOnDemand({ log: createLogger("silent") });
/** The gate that the application waits for before a publisher reaches the media engine. */
let gate: Promise<void> = Promise.resolve();
let waiting = 0;
const app = testApp(undefined, () => ({
  media: {
    ...media,
    async hold(...of) {
      waiting += 1;
      await gate;
      waiting -= 1;
      await media.hold(...of);
    },
  },
}));
afterAll(() => media.stop());
const kept = closeAfterEach();

const keyOf = async (as: Person) =>
  ((await app.call("GET", "/api/studio", { as })).body.publish as { key: string }).key;
async function publish({ login }: Person, key: string): Promise<number> {
  const offer = await makeOffer({ role: "publisher" });
  kept(offer);
  const answer = await fetch(`${app.origin}/whip/${login}`, {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: `Bearer ${key}` },
    body: offer.offerSdp,
  });
  return answer.status;
}
/** Begins to publish with a model's key, and lets `work` happen before the media engine is asked. */
async function publishWhile(model: Person, work: () => Promise<unknown>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const published = publish(model, await keyOf(model));
  await until(() => waiting > 0, "the publisher to be on the way");
  await work();
  resolve();
  return published;
}
const publisherOf = ({ login }: Person) => media.rooms().get(login)?.publisherSessionId ?? null;
const reported = () => new Promise<void>((resolve) => void media.onReport(() => resolve()));

test("a stream key that is renewed while a publisher is let in with it lets nobody in, and the new one does", async () => {
  const model = await app.model();
  const renew = () => app.call("POST", "/api/studio/stream-key", { as: model, body: {} });
  expect(await publishWhile(model, renew)).toBe(401);
  await reported();
  expect(publisherOf(model)).toBeNull();
  expect(await publish(model, await keyOf(model))).toBe(201);
});

test("a model who is suspended while they are let in to publish is not let in", async () => {
  const model = await app.model();
  const body = { reason: "a test", client_id: crypto.randomUUID() };
  const as = await app.staff();
  const suspend = () => app.call("POST", `/api/admin/models/${model.id}/suspend`, { as, body });
  expect(await publishWhile(model, suspend)).toBe(403);
  await reported();
  expect(publisherOf(model)).toBeNull();
});
