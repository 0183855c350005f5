import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { StaffLogLine } from "#contract/admin.ts";
import type { GalleryPicture } from "#contract/gallery.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { bearer } from "#testing/app/api-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailTo } from "#testing/email/inbox.ts";
import { until } from "#testing/until.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));

const drawn = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#456" } })
  .png()
  .toBuffer();

/** Adds a picture to a model's page; answers it as fans see it. */
async function added(model: Person): Promise<GalleryPicture> {
  const body = new FormData();
  body.append("picture", new Blob([new Uint8Array(drawn)], { type: "image/png" }), "me.png");
  const answer = await app.call("POST", "/api/studio/gallery", { as: model, body });
  return (answer.body.pictures as GalleryPicture[]).at(-1) as GalleryPicture;
}
const shown = async (model: Person) =>
  ((await app.call("GET", `/api/model-profile/${model.login}`)).body.gallery as GalleryPicture[]).map(
    ({ id }) => id,
  );
const report = (as: Person, id: number) =>
  app.call("POST", "/api/reports", {
    as,
    body: { about: "picture", id, reason: "privacy", client_id: randomUUID() },
  });
const statusOf = async (address: string) => (await fetch(app.origin + address)).status;

/** The newest report, as staff work on it. */
async function newest(staff: Person) {
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const id = Math.max(...rows.map((row) => row.id));
  const path = `/api/admin/tickets/${id}`;
  return {
    id,
    ticket: async () => (await app.call("GET", path, { as: staff })).body as unknown as TicketDetails,
    remove: (client_id: string = randomUUID()) =>
      app.call("POST", `${path}/remove`, { as: staff, body: { reason: "It shows a minor.", client_id } }),
  };
}

test("a reported picture is seen by staff alone, and taken from everybody with its files, a reason, a mail and a line in the log", async () => {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  await sql`update accounts.account set validation = 'confirmed' where id = ${model.id}`.execute(app.db);
  const [first, bad, last] = [await added(model), await added(model), await added(model)];
  expect((await report(fan, bad.id)).status).toBe(201);
  const { id, ticket, remove } = await newest(staff);
  const before = await ticket();
  expect(before).toMatchObject({
    about: "picture",
    removable: true,
    evidence: { media: "picture", path: `/${model.login}`, reported: { id: model.id, name: model.login } },
  });
  const copy = String(before.evidence?.picture);
  expect((await app.call("GET", copy, { as: staff })).status).toBe(200);
  for (const as of [fan, model, await app.staff()])
    expect((await app.call("GET", copy, { as })).status, as.login).not.toBe(200);
  const clientId = randomUUID();
  const twice = await Promise.all([remove(clientId), remove(clientId)]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await shown(model)).toEqual([first.id, last.id]);
  await until(async () => (await statusOf(bad.url)) === 404, "the file to be gone");
  expect([await statusOf(bad.small), await statusOf(first.url)]).toEqual([404, 200]);
  expect((await remove()).body.code).toBe("removed_already");
  expect(await ticket()).toMatchObject({
    removable: false,
    notes: [{ kind: "removed", staff: staff.login }],
  });
  expect((await app.call("GET", String((await ticket()).evidence?.picture), { as: staff })).status).toBe(200);
  const mail = await emailTo(app, `${model.login}@example.test`, "We removed something you posted");
  expect(mail.text).toContain("It shows a minor.");
  expect(mail.text, "who reported it").not.toContain(fan.login);
  const { body } = await app.call("GET", `/api/admin/log?target=ticket:${id}`, { as: staff });
  const removals = (body.data as StaffLogLine[]).filter(({ action }) => action === "remove_reported");
  expect(removals).toMatchObject([{ staff: staff.login, reason: "It shows a minor." }]);
});

test("a reported picture of a profile stays for staff after the model has put another in its place", async () => {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  const upload = async () => {
    const body = new FormData();
    body.append("picture", new Blob([new Uint8Array(drawn)], { type: "image/png" }), "me.png");
    expect((await app.call("POST", "/api/studio/listing/picture", { as: model, body })).status).toBe(200);
  };
  await upload();
  const address = (await app.modules.catalog.model(app.db, model.id))?.avatar ?? "";
  const seen = Buffer.from(await (await fetch(app.origin + address)).arrayBuffer());
  const reported = { about: "profile", id: model.id, reason: "privacy", client_id: randomUUID() };
  expect((await app.call("POST", "/api/reports", { as: fan, body: reported })).status).toBe(201);
  await upload();
  expect(await statusOf(address)).toBe(404);
  const copy = String((await (await newest(staff)).ticket()).evidence?.picture);
  const kept = await fetch(app.origin + copy, { headers: bearer(staff) });
  expect(kept.status).toBe(200);
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(seen);
});

test("what a model takes away after it was reported stays for staff, until the report itself is erased", async () => {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  const bad = await added(model);
  await report(fan, bad.id);
  await app.call("DELETE", `/api/studio/gallery/${bad.id}`, { as: model });
  expect(await statusOf(bad.url)).toBe(404);
  const { id, ticket, remove } = await newest(staff);
  const see = async () =>
    (await app.call("GET", String((await ticket()).evidence?.picture), { as: staff })).status;
  expect(await see()).toBe(200);
  expect((await remove()).body.code).toBe("removed_already");
  leaptMs += 2 * 3_600_000;
  await app.modules.support.pictures.sweep();
  expect(await see()).toBe(200);
  const { rows } = await sql<{ key: string }>`
    select evidence #>> '{media,copy}' as key from support.ticket where id = ${id}`.execute(app.db);
  const key = String(rows[0]?.key);
  const kept = async () => Boolean(await app.modules.privateFiles.head(key));
  await app.call("POST", `/api/admin/tickets/${id}/close`, {
    as: staff,
    body: { text: "Gone by itself.", client_id: randomUUID() },
  });
  leaptMs += 10 * 366 * 86_400_000;
  expect(await kept()).toBe(true);
  await app.modules.support.erase();
  await app.modules.support.pictures.sweep();
  expect(await kept()).toBe(false);
});

test("one's own picture, one that is gone, and one of a model whom nobody sees are not reported", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const picture = await added(model);
  expect((await report(model, picture.id)).status).toBe(404);
  expect((await report(fan, picture.id + 1_000_000)).status).toBe(404);
  await app.withTransaction((tx) =>
    sql`update catalog.model set hidden = true where id = ${model.id}`.execute(tx),
  );
  expect((await report(fan, picture.id)).status).toBe(404);
  expect(await shown(await app.model())).toEqual([]);
});
