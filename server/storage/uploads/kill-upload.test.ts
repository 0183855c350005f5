import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { testVideo } from "#testing/files/test-video.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { tusCalls } from "#testing/uploads/tus-calls.ts";

const database = fileDatabase();
const apps = appProcesses(database);

test("kill -9 amid an upload keeps what had come, and another process takes the rest", {
  timeout: 120_000,
}, async () => {
  const app = await apps.start();
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

  const next = await apps.start();
  origin = next.origin;
  const kept = await tus.offsetOf(fan, address);
  expect(kept).toBeGreaterThanOrEqual(third);
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
  expect(await readdir(path.join(apps.dataDir, "private-files", "uploads"))).toEqual([]);
});
