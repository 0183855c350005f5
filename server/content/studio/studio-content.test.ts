import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { type StudioItem, studioItem } from "#contract/studio-content.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { bearer } from "#testing/app/api-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { testVideo } from "#testing/files/test-video.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
let film: Uint8Array;
let poster: Uint8Array;

beforeAll(async () => {
  film = await testVideo("recorded at 4.6097,-74.0817");
  poster = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#a04060" } })
    .jpeg()
    .toBuffer();
});

type Parts = { fields?: Record<string, string>; media?: Uint8Array; poster?: Uint8Array };
const publish = (as: Person, { fields = {}, media, poster }: Parts) => {
  const form = new FormData();
  const all = { kind: "video", title: "A walk by the sea", price: "40", ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  if (media) form.set("media", new Blob([Buffer.from(media)]), "film.mp4");
  if (poster) form.set("poster", new Blob([Buffer.from(poster)]), "poster.jpg");
  return app.call("POST", "/api/studio/content", { as, body: form });
};
const errorsOf = async (answer: ReturnType<typeof publish>) => {
  const { status, body } = await answer;
  expect(status).toBe(422);
  return Object.keys(body.errors as object);
};
const own = async (as: Person, kind: "video" | "post") => {
  const { body } = await app.call("GET", `/api/studio/content?kind=${kind}`, { as });
  return body.data as StudioItem[];
};
const change = (as: Person, id: number, body: object) =>
  app.call("POST", `/api/studio/content/${id}`, { as, body });
const titles = async (search: string) => {
  const { body } = await app.call("GET", `/api/videos-all?search=${encodeURIComponent(search)}`);
  return (body.data as Video[]).map(({ title }) => title);
};
const filesIn = (...folder: string[]) => readdir(path.join(app.dataDir, ...folder)).catch(() => []);

test("R-OPEN-59, R-OPEN-84: a model publishes a video: measured, re-encoded without metadata, with a blurred picture of its own", async () => {
  const [model, fan] = [await app.model(), await app.fan(100)];
  const { status, body } = await publish(model, { media: film, poster });
  expect(status).toBe(201);
  expect(studioItem.strict().safeParse(body).error).toBeUndefined();
  expect(body).toMatchObject({
    kind: "video",
    type: "video",
    duration: 2,
    width: 320,
    height: 180,
    price: 40,
  });
  expect(body).toMatchObject({ state: "listed", sold: 0, earned: 0, visible: true });
  const id = Number(body.id);
  const bought = await app.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: id },
  });
  const { watchUrl, thumb_clear, thumb_blurred } = bought.body.item as Video;
  const seen = Buffer.from(
    await (await fetch(app.origin + watchUrl, { headers: bearer(fan) })).arrayBuffer(),
  );
  expect(seen.subarray(4, 8).toString()).toBe("ftyp");
  expect(seen.includes("4.6097")).toBe(false);
  const clear = await (await fetch(app.origin + thumb_clear, { headers: bearer(fan) })).arrayBuffer();
  const blurred = await (await fetch(app.origin + thumb_blurred)).arrayBuffer();
  expect((await sharp(clear).metadata()).width).toBe(640);
  expect((await sharp(blurred).metadata()).width).toBe(320);
  expect(await own(model, "video")).toMatchObject([{ id, sold: 1, earned: 40 }]);
  expect(await filesIn("incoming")).toEqual([]);
});

test("R-OPEN-59, R-OPEN-99: a post is published with a picture alone, or with a video and its poster", async () => {
  const model = await app.model();
  const fields = { kind: "post", title: "Good morning", body: "Coffee first.", for_subscribers: "true" };
  const picture = await publish(model, { fields, media: poster });
  expect(picture.body).toMatchObject({ type: "picture", duration: null, width: 1600, for_subscribers: true });
  const picturePath = path.join(app.dataDir, new URL(String(picture.body.watchUrl), "http://x").pathname);
  expect((await sharp(await readFile(picturePath)).metadata()).format).toBe("webp");
  const moving = await publish(model, { fields, media: film, poster });
  expect(moving.body).toMatchObject({ kind: "post", type: "video", duration: 2 });
  expect(await own(model, "post")).toHaveLength(2);
  expect(await own(model, "video")).toEqual([]);
});

test("the same item sent twice, one after the other or at once, is published once and answered alike", async () => {
  const [model, other] = [await app.model(), await app.model()];
  const fields = { client_id: randomUUID() };
  const send = (as = model) => publish(as, { fields, media: film, poster });
  const first = await send();
  const again = await send();
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).toBe(first.body.id);
  const post = { kind: "post", client_id: randomUUID() };
  const together = await Promise.all(
    Array.from({ length: 4 }, () => publish(model, { fields: post, media: poster })),
  );
  expect(together.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(together.map(({ body }) => body.id)).size).toBe(1);
  expect([await own(model, "video"), await own(model, "post")].map(({ length }) => length)).toEqual([1, 1]);
  expect((await send(other)).body.id, "an id is its model's own").not.toBe(first.body.id);
  expect(await errorsOf(publish(model, { fields: { client_id: "one" }, media: film, poster }))).toEqual([
    "client_id",
  ]);
});

test("what is no video, lacks a poster, or makes no sense is refused by its field, and leaves no file behind", async () => {
  const model = await app.model();
  const before = await filesIn("private-files", "content");
  const text = Buffer.from("no film at all");
  expect(await errorsOf(publish(model, { media: text, poster }))).toEqual(["media"]);
  expect(await errorsOf(publish(model, { poster }))).toEqual(["media"]);
  expect(await errorsOf(publish(model, { media: poster, poster }))).toEqual(["media"]);
  expect(await errorsOf(publish(model, { media: film }))).toEqual(["poster"]);
  expect(await errorsOf(publish(model, { media: film, poster: text }))).toEqual(["poster"]);
  const wrong: Record<string, string>[] = [
    { title: " " },
    { title: "x".repeat(121) },
    { price: "-1" },
    { price: "1.5" },
    { price: "100001" },
    { price: "" },
    { visible: "perhaps" },
    { start: "tomorrow" },
  ];
  for (const fields of wrong)
    expect(await errorsOf(publish(model, { fields, media: film, poster }))).toEqual(Object.keys(fields));
  const backwards = { start: "2026-12-02T10:00:00Z", end: "2026-12-01T10:00:00Z" };
  expect(await errorsOf(publish(model, { fields: backwards, media: film, poster }))).toEqual(["end"]);
  const spanish = await app.call("POST", "/api/studio/content", {
    as: model,
    language: "es",
    body: new FormData(),
  });
  expect(spanish.body.errors).toMatchObject({ media: ["elige un archivo"] });
  expect(await filesIn("private-files", "content")).toEqual(before);
  expect(await filesIn("incoming")).toEqual([]);
});

test("R-CONTENT-04: a model changes price, texts, schedule and visibility of their own items only", async () => {
  const [model, another] = [await app.model(), await app.model()];
  const id = Number((await publish(model, { media: film, poster })).body.id);
  const changed = await change(model, id, { title: "Árbol", price: 7, visible: false });
  expect(changed.body).toMatchObject({ title: "Árbol", price: 7, visible: false, state: "hidden" });
  expect(await titles("arbol")).toEqual([]);
  const start = new Date(clock.now().getTime() + 3_600_000).toISOString();
  expect((await change(model, id, { visible: true, start })).body).toMatchObject({
    state: "scheduled",
    start,
  });
  expect(await titles("arbol")).toEqual([]);
  leaptMs += 3_700_000;
  expect(await titles("arbol")).toEqual(["Árbol"]);
  expect((await change(model, id, { end: start })).status).toBe(422);
  expect((await change(model, id, { start: null, end: start })).body).toMatchObject({ state: "ended" });
  expect((await change(model, id, { price: null })).status).toBe(422);
  for (const [as, item] of [[another, id] as const, [model, 999_999] as const]) {
    expect((await change(as, item, { price: 1 })).status).toBe(404);
    expect((await app.call("DELETE", `/api/studio/content/${item}`, { as })).status).toBe(404);
  }
});

test("R-OPEN-83: what a model deletes is gone with its files when nobody bought it, and stays with its buyers", async () => {
  const [model, fan] = [await app.model(), await app.fan(100)];
  const before = (await filesIn("private-files", "content")).length;
  const sold = Number((await publish(model, { media: film, poster, fields: { title: "Sold" } })).body.id);
  const unsold = Number((await publish(model, { media: film, poster, fields: { title: "Unsold" } })).body.id);
  await app.call("POST", "/api/fan/buy-attachment", { as: fan, body: { attachment_id: sold } });
  for (const id of [sold, unsold])
    expect((await app.call("DELETE", `/api/studio/content/${id}`, { as: model })).status).toBe(204);
  expect(await own(model, "video")).toEqual([]);
  expect(await titles("sold")).toEqual([]);
  expect((await filesIn("private-files", "content")).length).toBe(before + 2);
  const kept = (await app.call("GET", `/api/videos/${sold}`, { as: fan })).body as unknown as Video;
  expect((await fetch(app.origin + kept.watchUrl, { headers: bearer(fan) })).status).toBe(200);
  expect((await app.call("GET", `/api/videos/${sold}`, { as: model })).status).toBe(404);
  expect((await app.call("GET", `/api/videos/${unsold}`, { as: fan })).status).toBe(404);
  leaptMs += 2 * 3_600_000;
  await app.modules.content.sweep();
  const again = (await app.call("GET", `/api/videos/${sold}`, { as: fan })).body as unknown as Video;
  expect((await fetch(app.origin + again.watchUrl, { headers: bearer(fan) })).status).toBe(200);
});

test("files whose item was never stored are swept after an hour, the others stay", async () => {
  // Files know the machine's time only.
  leaptMs = 0;
  const model = await app.model();
  const { body } = await publish(model, { media: film, poster });
  const { privateFiles, content } = app.modules;
  const lost = await privateFiles.put("content", { bytes: film, contentType: "video/mp4" });
  await content.sweep();
  expect(await filesIn("private-files", "content")).toContain(path.basename(lost));
  leaptMs += 2 * 3_600_000;
  await content.sweep();
  expect(await filesIn("private-files", "content")).not.toContain(path.basename(lost));
  const [item] = await own(model, "video");
  expect((await fetch(app.origin + item?.watchUrl, { headers: bearer(model) })).status).toBe(200);
  expect((await fetch(app.origin + String(body.thumb_blurred))).status).toBe(200);
});
