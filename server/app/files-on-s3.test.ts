import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat-message.ts";
import type { Video } from "#contract/content.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { type S3Timeouts, s3Files } from "#server/storage/s3-files.ts";
import type { Files } from "#server/storage/storage.ts";
import { bearer } from "#testing/app/api-client.ts";
import { freshAddress, registerMember } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { listedFiles } from "#testing/files/files-contract.ts";
import { type S3Server, startS3Server, versitygw } from "#testing/files/s3-server.ts";
import { testVideo } from "#testing/files/test-video.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { until } from "#testing/until.ts";

const quick: S3Timeouts = { connectMs: 500, answerMs: 500, uploadMs: 1_000, idleMs: 5_000 };

describe.skipIf(versitygw === null)("the application with its files on S3", () => {
  let server: S3Server;
  let files: Files;
  let leaptMs = 0;
  const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
  beforeAll(async () => {
    server = await startS3Server();
    files = s3Files(server.config, quick);
  });
  afterAll(() => server?.close());
  const app = testApp(undefined, () => ({ files, clock }));
  const chats = chatClient(app);

  const keysIn = async (prefix: string) => (await listedFiles(files, prefix)).map(({ key }) => key);
  const read = (address: unknown, as?: Person, headers: Record<string, string> = {}) =>
    fetch(app.origin + String(address), { headers: { ...(as ? bearer(as) : {}), ...headers } });
  const picture = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: "#2a6" } })
      .png()
      .toBuffer();
  const wear = async (as: Person, language = "en") => {
    const form = new FormData();
    form.append("avatar", new Blob([new Uint8Array(await picture())], { type: "image/png" }), "me.png");
    return app.call("POST", `/api/fan/store-avatar/${as.id}`, { as, body: form, language });
  };
  const send = async (as: Person, chatId: number, file: Uint8Array) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ from: "fan_chat", type: "media", temp_id: randomUUID() }))
      form.set(name, value);
    form.set("file", new Blob([new Uint8Array(file)]), "holiday.mp4");
    const headers = { "access-token": as.token };
    const answer = await app.call("POST", `/chat/${chatId}/message`, { body: form, headers });
    return { ...answer, body: answer.body as unknown as ChatMessage };
  };

  test("a public picture lies in the bucket alone, and everybody may keep it for ever", async () => {
    const fan = await app.fan();
    const { avatar } = (await wear(fan)).body;
    expect(await keysIn("files/avatars/")).toEqual([String(avatar).slice(1)]);
    const served = await read(avatar);
    expect([served.status, served.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect((await sharp(await served.arrayBuffer()).metadata()).width).toBe(512);
    expect((await wear(fan)).body.avatar).not.toBe(avatar);
    expect((await read(avatar)).status).toBe(404);
    expect(await readdir(app.dataDir)).not.toContain("files");
  });

  test("R-OPEN-84, R-OPEN-91, R-OPEN-100: a sold film plays in ranges for its buyer, and its link opens for nobody else and not for long", async () => {
    const [model, fan, other] = [await app.model(), await app.fan(100), await app.fan(100)];
    const id = await createItem(app, model, { title: "In the bucket" });
    await app.call("POST", "/api/fan/buy-attachment", { as: fan, body: { attachment_id: id } });
    const film = (await app.call("GET", `/api/videos/${id}`, { as: fan })).body as unknown as Video;
    expect(JSON.stringify(film)).not.toContain(server.config.endpoint);
    const whole = await read(film.watchUrl, fan);
    expect([whole.status, await whole.text()]).toEqual([200, "the film In the bucket"]);
    const part = await read(film.watchUrl, fan, { range: "bytes=4-7" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 4-7/22",
      "film",
    ]);
    expect((await read(film.watchUrl, fan, { range: "bytes=22-" })).status).toBe(416);
    expect([(await read(film.watchUrl)).status, (await read(film.watchUrl, other)).status]).toEqual([
      403, 403,
    ]);
    leaptMs += 2 * 3_600_000;
    expect((await read(film.watchUrl, fan)).status).toBe(403);
    leaptMs = 0;
  });

  test("a video of a chat is checked on a copy of which nothing stays, and uploads leave no other file", async () => {
    const [model, fan] = [await app.model(), await app.fan()];
    const chat = (await chats.open(fan, model)).body.id;
    const sent = await send(fan, chat, await testVideo());
    expect(sent.status).toBe(201);
    const checked = await until(async () => {
      const page = (await chats.messages(fan, chat)).body.data as ChatMessage[];
      return page.find(({ media }) => media?.url && !media.is_processing);
    }, "the check");
    expect((await read(checked.media?.url, fan)).headers.get("content-type")).toBe("video/mp4");
    await until(async () => (await keysIn("private-files/chat/")).length === 1, "what came to be deleted");
    expect(await readdir(path.join(app.dataDir, "incoming"))).toEqual([]);
    expect((await send(fan, chat, Buffer.from("no film"))).status).toBe(422);
    expect(await keysIn("private-files/chat/")).toHaveLength(1);
  });

  test("R-OPEN-15: who leaves leaves no picture in the bucket, and what nothing refers to is swept from it", async () => {
    const fan = await registerMember(app);
    const avatar = String((await wear(fan)).body.avatar).slice(1);
    const lost = await app.modules.storage.put("avatars", {
      bytes: await picture(),
      contentType: "image/webp",
    });
    const body = { current_password: fan.password };
    await app.call("POST", "/api/fan/block-user", { as: fan, body, headers: freshAddress() });
    expect(await keysIn("files/avatars/")).not.toContain(avatar);
    leaptMs = 31 * 86_400_000;
    await app.modules.profiles.eraseClosed();
    expect(await keysIn("files/avatars/")).not.toContain(avatar);
    expect(await keysIn("files/avatars/")).toContain(`files/${lost}`);
    await app.modules.profiles.sweepAvatars();
    expect(await keysIn("files/avatars/")).not.toContain(`files/${lost}`);
    leaptMs = 0;
  });

  test("while S3 is away pictures and videos answer 503 in words; chat, money and pages go on", async () => {
    const [model, fan] = [await app.model(), await app.fan(200)];
    const { avatar } = (await wear(fan)).body;
    const id = await createItem(app, model);
    await server.kill();
    const away = await read(avatar, undefined, { "accept-language": "es" });
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await away.json()).toMatchObject({
      code: "files_away",
      message: expect.stringContaining("Ahora no se pueden cargar"),
    });
    expect([away.headers.get("cache-control"), away.headers.get("etag")]).toEqual(["no-store", null]);
    expect((await wear(fan)).status).toBe(503);
    expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.avatar).toBe(avatar);
    const chat = (await chats.open(fan, model)).body.id;
    expect((await send(fan, chat, await testVideo())).status).toBe(503);
    expect((await chats.messages(fan, chat)).body.data).toEqual([]);
    expect((await chats.say(fan, chat, "hello")).status).toBe(201);
    const bought = await app.call("POST", "/api/fan/buy-attachment", {
      as: fan,
      body: { attachment_id: id },
    });
    expect([bought.status, bought.body.balance]).toEqual([200, 150]);
    const film = (await app.call("GET", `/api/videos/${id}`, { as: fan })).body as unknown as Video;
    expect((await read(film.watchUrl, fan)).status).toBe(503);
    const ready = await app.call("GET", "/readyz");
    expect([ready.status, ready.body]).toMatchObject([
      200,
      { status: "degraded", parts: { database: true, files: false }, problems: [expect.any(String)] },
    ]);
    expect(String((ready.body.problems as string[])[0])).toMatch(
      /^files: the bucket fanlight-files at \S+ cannot be reached/,
    );
    await server.start();
    expect((await read(avatar)).status).toBe(200);
    expect(await (await read(film.watchUrl, fan)).text()).toContain("the film");
    expect((await wear(fan)).status).toBe(200);
  });

  test("an account whose picture cannot be deleted is erased by the next run, not half of it", async () => {
    const fan = await registerMember(app);
    const body = { current_password: fan.password };
    await app.call("POST", "/api/fan/block-user", { as: fan, body, headers: freshAddress() });
    // As an account that was closed before pictures went at once.
    const key = await app.modules.storage.put("avatars", {
      bytes: await picture(),
      contentType: "image/webp",
    });
    const avatar = `files/${key}`;
    await sql`
      update accounts.account set avatar = ${`/${avatar}`}, avatar_key = ${key} where id = ${fan.id}`.execute(
      app.db,
    );
    leaptMs = 31 * 86_400_000;
    await server.kill();
    await expect(app.modules.profiles.eraseClosed()).rejects.toThrow(/not erased/);
    expect((await app.modules.identity.byId(app.db, fan.id))?.login).toBe(fan.login);
    await server.start();
    expect(await keysIn("files/avatars/")).toContain(avatar);
    expect(await app.modules.profiles.eraseClosed()).toBe(1);
    expect(await keysIn("files/avatars/")).not.toContain(avatar);
    leaptMs = 0;
  });
});
