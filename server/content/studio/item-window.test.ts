import { sql } from "kysely";
import { BufferSource, Input, MP4 } from "mediabunny";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import type { StudioItem } from "#contract/studio-content.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { longTestVideo, testVideo } from "#testing/files/test-video.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
let film: Uint8Array;
let poster: Uint8Array;
let cover: Uint8Array;

const picture = (background: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  [film, poster, cover] = await Promise.all([longTestVideo(8), picture("#a04060"), picture("#2040c0")]);
});

type Files = { media?: Uint8Array; poster?: Uint8Array; cover?: Uint8Array };
const formOf = (fields: Record<string, string>, files: Files) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([Buffer.from(bytes)]), name);
  return form;
};
const publish = async (as: Person, fields: Record<string, string> = {}, files: Files = {}) => {
  const all = { kind: "video", title: "A walk by the sea", price: "40", ...fields };
  const body = formOf(all, { media: film, poster, ...files });
  return app.call("POST", "/api/studio/content", { as, body });
};
const change = (as: Person, id: number, fields: Record<string, string>, files: Files = {}) =>
  app.call("POST", `/api/studio/content/${id}/window`, { as, body: formOf(fields, files) });
const seenBy = async (id: number, as?: Person) =>
  (await app.call("GET", `/api/videos/${id}`, as ? { as } : {})).body as unknown as Video;
const get = (address: string | null) => fetch(`${app.origin}${address}`);
const keysOf = async (id: number) => {
  const { rows } = await sql<{ media_key: string; thumb_key: string; blurred_key: string }>`
    select media_key, thumb_key, blurred_key from content.item where id = ${id}`.execute(app.db);
  return rows[0] as (typeof rows)[number];
};

test("what a model chose for everybody is a file of its own: a small cover, and a silent teaser of 3 to 6 seconds", async () => {
  const model = await app.model();
  const { status, body } = await publish(model, { teaser_at: "7" }, { cover });
  expect(status).toBe(201);
  const item = await seenBy(Number(body.id));
  expect(item).toMatchObject({ payed: false, thumb_clear: null, watchUrl: null, thumb: item.thumb_blurred });
  const shown = await sharp(await (await get(item.cover)).arrayBuffer()).metadata();
  expect([shown.format, shown.width]).toEqual(["webp", 640]);
  const answer = await get(item.teaser);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  const input = new Input({ formats: [MP4], source: new BufferSource(await answer.arrayBuffer()) });
  expect(await input.getPrimaryAudioTrack()).toBeNull();
  const seconds = await input.computeDuration();
  expect(seconds).toBeGreaterThanOrEqual(3);
  expect(seconds).toBeLessThanOrEqual(6);
  input.dispose();
});

test("R-OPEN-91: neither names nor serves a paid file, to guests and to fans who have not bought it", async () => {
  const [model, fan] = [await app.model(), await app.fan(0)];
  const { body } = await publish(model, { teaser_at: "0" }, { cover });
  const id = Number(body.id);
  const keys = await keysOf(id);
  for (const item of [await seenBy(id), await seenBy(id, fan)]) {
    const wire = JSON.stringify(item);
    expect([keys.media_key, keys.thumb_key].filter((key) => wire.includes(key))).toEqual([]);
    const [shownCover, shownTeaser] = [await get(item.cover), await get(item.teaser)];
    const bytes = Buffer.from(await shownTeaser.arrayBuffer());
    expect(bytes.length).toBeLessThan(film.length);
    expect((await sharp(await shownCover.arrayBuffer()).stats()).dominant.b).toBeGreaterThan(150);
    for (const address of [item.cover, item.teaser])
      expect((await get(String(address).replace("/files/", "/private-files/"))).status).not.toBe(200);
  }
  for (const key of [keys.media_key, keys.thumb_key])
    expect((await get(`/files/${key}`)).status, "no paid file among the public ones").toBe(404);
});

test("R-OPEN-91: the database shows nobody a paid file as cover or teaser, nor one from among the private ones", async () => {
  const model = await app.model();
  const { body } = await publish(model);
  const id = Number(body.id);
  const keys = await keysOf(id);
  for (const key of [...Object.values(keys), "content/abc.webp"]) {
    await expect(
      sql`update content.item set cover_key = ${key} where id = ${id}`.execute(app.db),
    ).rejects.toThrow(/item_window/);
    await expect(
      sql`update content.item set teaser_key = ${key}, teaser_seconds = 4 where id = ${id}`.execute(app.db),
    ).rejects.toThrow(/item_window/);
  }
  for (const seconds of [2, 7, 9])
    await expect(
      sql`update content.item set teaser_key = 'windows/x.mp4', teaser_seconds = ${seconds} where id = ${id}`.execute(
        app.db,
      ),
    ).rejects.toThrow(/item_teaser/);
});

test("a model adds, changes and takes away what everybody sees of an item; the files before are gone at once", async () => {
  const [model, other] = [await app.model(), await app.model()];
  const id = Number((await publish(model)).body.id);
  expect(await seenBy(id)).toMatchObject({ cover: null, teaser: null });
  const first = (await change(model, id, { teaser_at: "4" }, { cover })).body as unknown as StudioItem;
  const second = (await change(model, id, {}, { cover: poster })).body as unknown as StudioItem;
  expect(second.teaser).toBe(first.teaser);
  expect((await get(first.cover)).status).toBe(404);
  expect((await get(second.cover)).status).toBe(200);
  const last = await change(model, id, { without_cover: "true", without_teaser: "true" });
  expect(last.body).toMatchObject({ cover: null, teaser: null });
  for (const address of [second.cover, second.teaser]) expect((await get(address)).status).toBe(404);
  expect((await change(other, id, {}, { cover })).status, "of another model").toBe(404);
  expect(await seenBy(id)).toMatchObject({ cover: null, teaser: null });
});

test("a short film and a picture have no teaser, and what is no picture is no cover: each refused by its field", async () => {
  const model = await app.model();
  const errors = async (answer: ReturnType<typeof publish>) =>
    Object.keys((await answer).body.errors as object);
  expect(await errors(publish(model, { teaser_at: "0" }, { media: await testVideo() }))).toEqual([
    "teaser_at",
  ]);
  expect(await errors(publish(model, { kind: "post", teaser_at: "0" }, { media: poster }))).toEqual([
    "teaser_at",
  ]);
  expect(await errors(publish(model, { teaser_at: "soon" }))).toEqual(["teaser_at"]);
  expect(await errors(publish(model, {}, { cover: Buffer.from("no picture") }))).toEqual(["cover"]);
});

test("R-OPEN-83: what its model or staff take back shows nobody its cover and teaser any more, and the files go", async () => {
  const [model, fan] = [await app.model(), await app.fan(1_000)];
  const ids = [];
  for (const take of ["model", "staff"]) {
    const id = Number((await publish(model, { teaser_at: "2" }, { cover })).body.id);
    await app.call("POST", "/api/fan/buy-attachment", { as: fan, body: { attachment_id: id } });
    const before = await seenBy(id);
    if (take === "model") await app.call("DELETE", `/api/studio/content/${id}`, { as: model });
    else await app.withTransaction((tx) => app.modules.content.removeForStaff(tx, id));
    ids.push({ id, before });
  }
  expect(await seenBy(ids[0]?.id ?? 0, fan)).toMatchObject({ access: "bought", cover: null, teaser: null });
  leaptMs = 3 * 3_600_000;
  await app.modules.content.sweep();
  for (const { before } of ids)
    for (const address of [before.cover, before.teaser]) expect((await get(address)).status).toBe(404);
});
