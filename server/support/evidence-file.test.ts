import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { StaffLogLine } from "#contract/admin.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const chats = chatClient(app);

/** A picture that a model sent in a chat, which its fan has reported. */
async function reportedPicture() {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  const chatId = (await chats.open(fan, model)).body.id;
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a06" } })
    .png()
    .toBuffer();
  const sent = new FormData();
  for (const [name, value] of Object.entries({ type: "media", from: "fan_chat", temp_id: randomUUID() }))
    sent.set(name, value);
  sent.set("file", new Blob([new Uint8Array(picture)], { type: "image/png" }), "picture.png");
  const headers = { "access-token": model.token };
  const message = await app.call("POST", `/chat/${chatId}/message`, { body: sent, headers });
  expect(message.status, JSON.stringify(message.body)).toBe(201);
  const messageId = Number(message.body.id);
  const body = { about: "message", id: messageId, reason: "privacy", client_id: randomUUID() };
  const made = await app.call("POST", "/api/reports", { as: fan, body });
  expect(made.status).toBe(201);
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const id = rows.find(({ number }) => number === made.body.number)?.id ?? 0;
  const view = (as: Person = staff, client_id: string = randomUUID()) =>
    app.call("POST", `/api/admin/tickets/${id}/evidence-file`, { as, body: { client_id } });
  const log = async () => {
    const { body: page } = await app.call("GET", `/api/admin/log?target=ticket:${id}`, { as: staff });
    return (page.data as StaffLogLine[]).filter(({ action }) => action === "view_evidence");
  };
  return { fan, model, staff, id, messageId, view, log };
}

test("staff view the picture of a report by a link of their own, and each view is in the log", async () => {
  const { fan, model, staff, view, log } = await reportedPicture();
  const client_id = randomUUID();
  const [first, again] = [await view(staff, client_id), await view(staff, client_id)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(first.body.kind).toBe("picture");
  expect(await log(), "the same view").toMatchObject([{ staff: staff.login, reason: "picture" }]);
  await view();
  expect(await log()).toHaveLength(2);
  const url = String(first.body.url);
  expect((await app.call("GET", url, { as: staff })).status).toBe(200);
  for (const as of [fan, model, await app.staff()])
    expect((await app.call("GET", url, { as })).status, "passed on").toBe(403);
  expect((await app.call("GET", url)).status, "without a session").toBe(403);
});

test("neither fans nor models nor guests view it, and none of them is in the log", async () => {
  const { fan, model, id, view, log } = await reportedPicture();
  for (const as of [fan, model]) expect((await view(as)).status).toBe(403);
  const path = `/api/admin/tickets/${id}/evidence-file`;
  expect((await app.call("POST", path, { body: { client_id: randomUUID() } })).status).toBe(401);
  expect(await log()).toEqual([]);
});

test("its file stays when its author takes the message back and when staff remove it, and goes with the report", async () => {
  const { model, staff, id, messageId, view } = await reportedPicture();
  expect((await app.call("DELETE", `/api/studio/messages/${messageId}`, { as: model })).status).toBe(200);
  await app.modules.messaging.sweepFiles();
  const { body, status } = await view();
  expect(status).toBe(200);
  expect((await app.call("GET", String(body.url), { as: staff })).status).toBe(200);
  await sql`update support.ticket set state = 'closed', closed_at = '2001-01-01' where id = ${id}`.execute(
    app.db,
  );
  await app.modules.support.erase();
  expect((await app.call("GET", String(body.url), { as: staff })).status).not.toBe(200);
  expect((await view()).status).toBe(404);
  const { rows } = await sql`select key from storage.held_file where holder = ${`report:${id}`}`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});

test("a report of words has no file to view", async () => {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  const chatId = (await chats.open(fan, model)).body.id;
  const { id } = (await chats.answer(model, chatId, "Pay me elsewhere")).body;
  const body = { about: "message", id, reason: "scam", client_id: randomUUID() };
  const made = await app.call("POST", "/api/reports", { as: fan, body });
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const ticket = rows.find(({ number }) => number === made.body.number)?.id ?? 0;
  const viewed = await app.call("POST", `/api/admin/tickets/${ticket}/evidence-file`, {
    ...{ as: staff, language: "es" },
    body: { client_id: randomUUID() },
  });
  expect(viewed).toMatchObject({ status: 404, body: { message: "El archivo de esta denuncia ya no está." } });
  const shown = (await app.call("GET", `/api/admin/tickets/${ticket}`, { as: staff }))
    .body as unknown as TicketDetails;
  expect(shown.evidence?.media).toBeNull();
});
