import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

let leaptMs = 0;
const app = testApp(undefined, () => ({
  clock: { ...systemClock, now: () => new Date(Date.now() + leaptMs) },
}));
const minuteMs = 60_000;

const drawn = (background: string, width = 1_280, height = 720) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const [red, blue] = [await drawn("#c33"), await drawn("#33c")];

function send(as: Person, bytes: Uint8Array) {
  const body = new FormData();
  body.append("picture", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "room.jpg");
  return app.call("POST", "/api/studio/live-picture", { as, body });
}
const turn = (model: Person, to: "started" | "stopped") => app.modules.rooms.publisherTurned(model.login, to);
const renewed = async (...models: Person[]) => {
  const ids = models.map(({ id }) => id).join(",");
  const { body } = await app.call("GET", `/api/live-pictures?ids=${ids}`);
  return body.data as { model_id: number; picture: string }[];
};
const onCard = async (model: Person) =>
  ((await app.call("GET", `/api/model-profile/${model.login}`)).body as unknown as ModelCard).pictures.live;
const fetched = async (address: string) => {
  const answer = await fetch(app.origin + address);
  return answer.ok ? sharp(await answer.bytes()).metadata() : answer.status;
};

test("R-LIST-07: a card shows what the model's public room showed last, small and for everybody", async () => {
  const [model, other] = [await app.model(), await app.model()];
  expect((await send(model, red)).body, "before going live").toEqual({ shown: false });
  await turn(model, "started");
  await turn(other, "started");
  expect(await onCard(model)).toBe("");
  expect((await send(model, red)).body).toEqual({ shown: true });
  const first = await onCard(model);
  expect(await fetched(first)).toMatchObject({ format: "webp", width: 480, height: 270 });
  expect(await renewed(model, other)).toEqual([{ model_id: model.id, picture: first }]);
  expect((await send(model, blue)).status).toBe(200);
  expect(await onCard(model)).not.toBe(first);
  expect(await fetched(first), "pages still show it").toMatchObject({ format: "webp" });
});

test("R-LIVE-17: nothing of a public room stands for a show, a pause, or the next broadcast", async () => {
  const model = await app.model();
  await turn(model, "started");
  await send(model, red);
  await app.modules.rooms.pause(model.id, { paused: true });
  expect([await onCard(model), await renewed(model)]).toEqual(["", []]);
  expect((await send(model, blue)).body, "in a break").toEqual({ shown: false });
  await app.modules.rooms.pause(model.id, { paused: false });
  expect(await onCard(model)).not.toBe("");
  await turn(model, "stopped");
  expect(await onCard(model)).toBe("");
  await turn(model, "started");
  expect([await onCard(model), await renewed(model)]).toEqual(["", []]);
});

test("what is no picture, too many, and a fan are refused, and the card stays as it was", async () => {
  const [model, fan] = [await app.model(), await app.fan()];
  await turn(model, "started");
  await send(model, red);
  const shown = await onCard(model);
  const noPicture = await send(model, new TextEncoder().encode("no picture"));
  expect([noPicture.status, noPicture.body.code]).toEqual([422, "not_a_picture"]);
  expect((await send(fan, blue)).status).toBe(403);
  expect(await onCard(model)).toBe(shown);
  await send(model, red);
  await send(model, red);
  expect((await send(model, red)).status).toBe(429);
  for (const ids of ["", "0", "1,", "a", "1 2", Array.from({ length: 61 }, (_, id) => id + 1).join(",")])
    expect((await app.call("GET", `/api/live-pictures?ids=${encodeURIComponent(ids)}`)).status, ids).toBe(
      422,
    );
});

test("old pictures go after some minutes, and so does one that its studio renews no more", async () => {
  const model = await app.model();
  await turn(model, "started");
  await send(model, red);
  const first = await onCard(model);
  await send(model, blue);
  const second = await onCard(model);
  leaptMs += 4 * minuteMs;
  await app.modules.catalog.livePictures.sweep();
  expect([await onCard(model), typeof (await fetched(first))]).toEqual([second, "object"]);
  leaptMs += 2 * minuteMs;
  await app.modules.catalog.livePictures.sweep();
  expect(await onCard(model)).toBe("");
  leaptMs += 10 * minuteMs;
  await app.modules.catalog.livePictures.sweep();
  expect([await fetched(first), await fetched(second)]).toEqual([404, 404]);
});

test("R-OPEN-15: nothing of a live picture is left of a model who is erased", async () => {
  const model = await app.model();
  await turn(model, "started");
  await send(model, red);
  const picture = await onCard(model);
  await app.withTransaction((tx) => app.modules.catalog.erase(tx, { id: model.id, role: "model" }));
  const rows = sql`select 1 from catalog.live_picture where model_id = ${model.id}`;
  expect((await rows.execute(app.db)).rows).toEqual([]);
  leaptMs += 11 * minuteMs;
  await app.modules.catalog.livePictures.sweep();
  expect(await fetched(picture)).toBe(404);
});
