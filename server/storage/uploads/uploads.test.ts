import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { Upload } from "tus-js-client";
import { beforeAll, expect, test } from "vitest";
import { uploadsProtocol } from "#contract/uploads.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { testVideo } from "#testing/files/test-video.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { until } from "#testing/until.ts";
import { tusCalls } from "#testing/uploads/tus-calls.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
const chats = chatClient(app);
const tus = tusCalls(() => app.origin);
const megabyte = 1024 * 1024;
let film: Uint8Array;
let poster: Uint8Array;

beforeAll(async () => {
  film = withPadding(await testVideo(), 3 * megabyte);
  poster = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#a04060" } })
    .jpeg()
    .toBuffer();
});

/** The film with a box that players pass over, so that it comes in several parts. */
function withPadding(bytes: Uint8Array, length: number): Uint8Array {
  const box = Buffer.alloc(length);
  box.writeUInt32BE(length, 0);
  box.write("free", 4);
  return Buffer.concat([bytes, box]);
}

const filesIn = (...folder: string[]) => readdir(path.join(app.dataDir, ...folder)).catch(() => []);
const idOf = (address: string) => address.slice(address.lastIndexOf("/") + 1);
const begun = async (as: Person, size: number) => String((await tus.begin(as, size)).headers.get("location"));
const whole = async (as: Person, bytes: Uint8Array) => {
  const address = await begun(as, bytes.length);
  expect((await tus.append(as, address, 0, bytes)).status).toBe(204);
  return address;
};

type Fields = Record<string, string>;
const formOf = (fields: Fields, picture?: Uint8Array) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (picture) form.set("poster", new Blob([Buffer.from(picture)]), "poster.jpg");
  return form;
};
const sendInChat = (as: Person, chatId: number, fields: Fields) =>
  app.call("POST", `/chat/${chatId}/message`, {
    body: formOf({ from: "fan_chat", type: "media", temp_id: randomUUID(), ...fields }),
    headers: { "access-token": as.token },
  });
const publish = (as: Person, fields: Fields) =>
  app.call("POST", "/api/studio/content", {
    as,
    body: formOf({ kind: "video", title: "A walk by the sea", price: "40", ...fields }, poster),
  });

test("an upload that was cut goes on from what has come, and is one message however often its form is sent", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const chatId = (await chats.open(fan, model)).body.id;
  const address = await begun(fan, film.length);
  const first = film.subarray(0, film.length - 1000);
  const arrived = async () => (await filesIn("private-files", "uploads")).length > 0;
  const kept = await tus.cut(fan, address, { size: film.length, first, arrived });
  expect(kept).toBeGreaterThan(megabyte);
  expect(kept).toBeLessThanOrEqual(first.length);
  const tempId = randomUUID();
  const form = { upload_id: idOf(address), temp_id: tempId };
  const early = await sendInChat(fan, chatId, form);
  expect([early.status, early.body.code]).toEqual([409, "upload_unfinished"]);
  expect((await tus.append(fan, address, 0, film)).status, "not from the beginning").toBe(409);
  expect((await tus.append(fan, address, kept, film.subarray(kept))).status).toBe(204);
  const sent = await sendInChat(fan, chatId, form);
  expect([sent.status, sent.body.temp_id]).toEqual([201, tempId]);
  const again = await sendInChat(fan, chatId, form);
  expect([again.status, again.body.id]).toEqual([201, sent.body.id]);
  expect((await chats.messages(fan, chatId)).body.data).toHaveLength(1);
  expect(await filesIn("private-files", "uploads")).toEqual([]);
  await until(async () => (await filesIn("incoming")).length === 0, "the video to be checked");
});

test("the published client uploads in several requests; what it sent is published once", async () => {
  const model = await app.model();
  const address = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(Buffer.from(film), {
      endpoint: `${app.origin}/api/uploads`,
      chunkSize: Math.ceil(film.length / 3),
      metadata: { filetype: "video/mp4", filename: "film.mp4" },
      headers: { authorization: `Bearer ${model.token}` },
      onError: reject,
      retryDelays: [],
      onSuccess: () => resolve(upload.url ?? ""),
    });
    upload.start();
  });
  const form = { upload_id: idOf(address) };
  const atOnce = await Promise.all([publish(model, form), publish(model, form)]);
  const answers = [...atOnce, await publish(model, form)];
  // A request that comes while another is under way is refused; every other gets the one answer.
  for (const { status, body } of answers)
    expect([status, body.code]).toEqual(status === 409 ? [409, "upload_in_use"] : [201, undefined]);
  expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(1);
  expect(answers.at(-1)?.status).toBe(201);
  const list = await app.call("GET", "/api/studio/content?kind=video", { as: model });
  expect(list.body.data).toHaveLength(1);
});

test("an upload is there for its owner alone", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const address = await whole(fan, film);
  const chatId = (await chats.open(other, model)).body.id;
  for (const method of ["HEAD", "DELETE"]) expect((await tus.call(other, method, address)).status).toBe(404);
  expect((await tus.append(other, address, 0, film)).status).toBe(404);
  const taken = await sendInChat(other, chatId, { upload_id: idOf(address) });
  expect([taken.status, taken.body.code]).toEqual([404, "unknown_upload"]);
  for (const method of ["HEAD", "DELETE"]) expect((await tus.call(null, method, address)).status).toBe(401);
  const staff = await app.staff();
  expect((await tus.begin(staff, 100)).status).toBe(403);
  expect(await tus.offsetOf(fan, address)).toBe(film.length);
  expect((await tus.call(fan, "DELETE", address)).status).toBe(204);
  expect((await tus.call(fan, "HEAD", address)).status).toBe(404);
  expect(await filesIn("private-files", "uploads")).toEqual([]);
});

test("an address with another upload in its query is that of the upload in its path alone", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const theirs = await begun(fan, 200);
  const mine = await begun(other, 100);
  const address = `${mine}?x=/${idOf(theirs)}`;
  expect((await tus.call(other, "HEAD", address)).headers.get("upload-length")).toBe("100");
  expect((await tus.append(other, address, 0, new Uint8Array(10))).headers.get("upload-offset")).toBe("10");
  expect([await tus.offsetOf(other, mine), await tus.offsetOf(fan, theirs)]).toEqual([10, 0]);
  expect((await tus.call(other, "DELETE", address)).status).toBe(204);
  expect((await tus.call(other, "HEAD", mine)).status).toBe(404);
  expect((await tus.call(fan, "HEAD", theirs)).headers.get("upload-length")).toBe("200");
  expect((await tus.call(fan, "DELETE", theirs)).status).toBe(204);
});

test("the OpenAPI document describes where large files go, by which protocol, and what of it is offered", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const stated = body["x-tus"] as typeof uploadsProtocol;
  expect(stated).toEqual(uploadsProtocol);
  expect((body.info as { description: string }).description).toContain(stated.path);
  const offered = await tus.call(null, "OPTIONS", stated.path);
  expect(offered.status).toBe(204);
  expect(offered.headers.get("tus-version")).toBe(stated.version);
  expect(offered.headers.get("tus-extension")?.split(",").toSorted()).toEqual(stated.extensions.toSorted());
  expect([(await tus.begin(null, 10)).status, (await tus.begin(await app.staff(), 10)).status]).toEqual([
    401, 403,
  ]);
});

test("size, kind and number are checked before anything is sent, with a reason in the person's language", async () => {
  const fan = await app.fan();
  const refusal = async (size: number, options: { type?: string; language?: string }) => {
    const answer = await tus.begin(fan, size, options);
    const { code, message } = (await answer.json()) as { code: string; message: string };
    return [answer.status, code, message];
  };
  expect(await refusal(501 * megabyte, {})).toEqual([
    413,
    "upload_too_large",
    expect.stringMatching(/500 MB/),
  ]);
  expect(await refusal(21 * megabyte, { type: "image/png", language: "es" })).toEqual([
    413,
    "upload_too_large",
    expect.stringMatching(/puede pesar hasta/),
  ]);
  expect(await refusal(10, { type: "text/html" })).toEqual([415, "upload_type", expect.any(String)]);
  expect(await refusal(0, {})).toEqual([422, "upload_empty", expect.any(String)]);
  expect((await tus.begin(fan, Number.NaN)).status).toBe(400);
  const many = await Promise.all(Array.from({ length: 6 }, () => tus.begin(fan, 490 * megabyte)));
  const begunStatuses = many.map(({ status }) => status);
  expect(
    [201, 429].map((status) => begunStatuses.filter((one) => one === status).length),
    "2 GB at most are on their way",
  ).toEqual([4, 2]);
  const address = await begun(await app.fan(), 10);
  expect((await tus.append(fan, address, 0, new Uint8Array(10))).status).toBe(404);
});

test.each(["", "application/octet-stream", "video/x-m4v", "video/3gpp"])(
  "a file that its system calls %j is begun: what it is its content decides",
  async (type) => {
    expect((await tus.begin(await app.fan(), 10, { type })).status).toBe(201);
  },
);

test("more bytes than declared are refused, and a file whose content is refused leaves nothing behind", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const chatId = (await chats.open(fan, model)).body.id;
  const small = await begun(fan, 10);
  expect((await tus.append(fan, small, 0, new Uint8Array(11))).status).toBe(413);
  expect((await tus.call(fan, "DELETE", small)).status).toBe(204);
  const page = new TextEncoder().encode("<svg onload=alert(1)>");
  const hostile = await whole(fan, page);
  const refused = await sendInChat(fan, chatId, { upload_id: idOf(hostile) });
  expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ["file"]]);
  const broken = await whole(model, page);
  const unpublished = await publish(model, { upload_id: idOf(broken) });
  expect([unpublished.status, Object.keys(unpublished.body.errors as object)]).toEqual([422, ["media"]]);
  expect((await tus.call(fan, "HEAD", hostile)).status).toBe(404);
  expect((await tus.call(model, "HEAD", broken)).status).toBe(404);
  expect(await filesIn("private-files", "uploads")).toEqual([]);
  expect(await filesIn("incoming")).toEqual([]);
});

test("a form that is refused for another reason leaves its upload for the next try", async () => {
  const model = await app.model();
  const form = { upload_id: idOf(await whole(model, film)) };
  expect((await publish(model, { ...form, title: "" })).status).toBe(422);
  expect((await publish(model, form)).status).toBe(201);
});

test("who names a file again and again in forms that are refused waits before it is put together again", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const file = { upload_id: idOf(await whole(fan, film)) };
  const chatId = (await chats.open(fan, model)).body.id;
  const forSale = { ...file, type: "paid_media", price: "5" };
  for (let time = 1; time <= 10; time++)
    expect((await sendInChat(fan, chatId, forSale)).body.code, `form ${time}`).toBe("not_for_fans");
  for (const form of [forSale, file]) {
    const refused = await sendInChat(fan, chatId, form);
    expect([refused.status, refused.body.code]).toEqual([429, "too_many"]);
    expect(Number(refused.headers["retry-after"])).toBe(refused.body.retry_after);
  }
  const theirs = { upload_id: idOf(await whole(other, film)) };
  expect((await sendInChat(other, (await chats.open(other, model)).body.id, theirs)).status).toBe(201);
});

test("what no call has used is gone after a day", async () => {
  const fan = await app.fan();
  const address = await whole(fan, film);
  await app.modules.uploads.sweep();
  expect(await tus.offsetOf(fan, address)).toBe(film.length);
  leaptMs += 25 * 3_600_000;
  await app.modules.uploads.sweep();
  leaptMs = 0;
  expect((await tus.call(fan, "HEAD", address)).status).toBe(404);
  expect(await filesIn("private-files", "uploads")).toEqual([]);
});

test("two that send at once at the same place keep one of both", async () => {
  const fan = await app.fan();
  const { uploads } = app.modules;
  const begin = await uploads.begin({ ownerId: fan.id, size: 20, contentType: "video/mp4", name: "a" });
  if (!begin.ok) throw new Error(begin.refusal);
  const bytes = new Uint8Array(10);
  const added = await Promise.all([1, 2, 3].map(() => uploads.add(begin.id, 0, bytes)));
  expect(added.filter(Boolean)).toHaveLength(1);
  expect((await uploads.byId(begin.id))?.received).toBe(10);
  expect(await uploads.add(begin.id, 10, new Uint8Array(11)), "beyond its size").toBe(false);
  expect(await filesIn("private-files", "uploads")).toHaveLength(1);
  await uploads.drop(begin.id);
});
