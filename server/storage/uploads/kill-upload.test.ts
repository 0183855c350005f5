import { expect, onTestFinished, test } from "vitest";
import { openFiles } from "#server/storage/storage.ts";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { startS3Server, versitygw } from "#testing/files/s3-server.ts";
import { testVideo } from "#testing/files/test-video.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { tusCalls } from "#testing/uploads/tus-calls.ts";

const database = fileDatabase();
const apps = appProcesses(database);

const storages = [
  ["on disk", true],
  ["in a bucket", versitygw !== null],
] as const;

test.for(storages)(
  "kill -9 amid an upload keeps what had come %s, and another process takes the rest",
  {
    timeout: 120_000,
  },
  async ([storage, isHere], { skip }) => {
    skip(!isHere);
    const s3 = storage === "in a bucket" ? await startS3Server() : null;
    onTestFinished(() => s3?.close());
    const files = await openFiles({ dataDir: apps.dataDir, s3: s3?.config ?? null });
    const partsLeft = async () => {
      let count = 0;
      for await (const _part of files.list("private-files/uploads/")) count += 1;
      return count;
    };
    const start = () => apps.start(s3 ? { s3: s3.config } : {});
    const app = await start();
    let { origin } = app;
    const tus = tusCalls(() => origin);
    const fan = await registerMember(app);
    const model = await registerListedModel(app, database.db);
    const { body: chat } = await app.call("POST", "/api/chat", { as: fan, body: { model_id: model.id } });
    const film = await testVideo();
    const begun = await tus.begin(fan, film.length);
    expect([begun.status, await begun.text()]).toEqual([201, ""]);
    const address = String(begun.headers.get("location"));
    const third = Math.floor(film.length / 3);
    expect((await tus.append(fan, address, 0, film.subarray(0, third))).status).toBe(204);
    const under = tus.append(fan, address, third, film.subarray(third)).catch(() => null);
    await app.kill();
    await under;

    const next = await start();
    origin = next.origin;
    const kept = await tus.offsetOf(fan, address);
    expect(kept).toBeGreaterThanOrEqual(third);
    expect(await partsLeft()).toBeGreaterThan(0);
    if (kept < film.length)
      expect((await tus.append(fan, address, kept, film.subarray(kept))).status).toBe(204);
    const form = new FormData();
    form.set("from", "fan_chat");
    form.set("type", "media");
    form.set("upload_id", address.slice(address.lastIndexOf("/") + 1));
    const sent = await next.call("POST", `/chat/${Number(chat.id)}/message`, {
      body: form,
      headers: { "access-token": fan.token },
    });
    expect(sent.status).toBe(201);
    expect(await partsLeft()).toBe(0);
  },
);
