import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { registerMember } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { randomName } from "#testing/random-name.ts";
import { until } from "#testing/until.ts";

const app = testApp();

type Body = Record<string, unknown>;
const listing = async (as: Person) => (await app.call("GET", "/api/studio/listing", { as })).body;
const save = (as: Person, body: Body) => app.call("POST", "/api/studio/listing", { as, body });
const submit = (as: Person) => app.call("POST", "/api/studio/listing/submit", { as, body: {} });
const decide = (as: Person, model: Person, action: string, reason = "looks good") =>
  app.call("POST", `/api/admin/models/${model.id}/${action}`, {
    as,
    body: { reason, client_id: randomUUID() },
  });
const page = {
  bio: { en: "I sing.", es: "Canto." },
  birth_date: "2000-02-29",
  country: "CO",
  gender_id: 1,
};

async function upload(as: Person) {
  const bytes = await sharp({ create: { width: 900, height: 1200, channels: 3, background: "#456" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append("picture", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
  return app.call("POST", "/api/studio/listing/picture", { as, body });
}

async function complete(as: Person) {
  expect((await save(as, { ...page, artistic_name: `Ana ${randomName()}` })).status).toBe(200);
  expect((await upload(as)).status).toBe(200);
  const rates = { private: 50, vip: 70, spy: 15 };
  expect((await app.call("POST", "/api/studio/rates", { as, body: rates })).status).toBe(200);
  expect((await app.call("POST", "/api/studio/listing/camera", { as, body: {} })).status).toBe(200);
}

/** Where a stranger would find the model, and whether they do. */
async function foundBy(fan: Person, model: Person) {
  const names = async (path: string) =>
    ((await app.call("GET", path, { as: fan })).body.data as { login: string }[]).map(({ login }) => login);
  const search = encodeURIComponent(model.login);
  const status = async (method: "GET" | "POST", path: string, body?: Body) =>
    (await app.call(method, path, { as: fan, ...(body ? { body, key: randomUUID() } : {}) })).status;
  return {
    rooms: (await names(`/api/video-chat-rooms?search=${search}`)).includes(model.login),
    trending: (await names(`/api/trending-rooms?search=${search}`)).includes(model.login),
    profile: await status("GET", `/api/model-profile/${model.login}`),
    rates: await status("GET", `/api/model-rates?model_id=${model.id}`),
    stream: await status("GET", `/api/stream/${model.login}`),
    heart: await status("POST", "/api/fan/liked-model", { model_id: model.id }),
    chat: await status("POST", "/api/chat", { model_id: model.id }),
    tip: await status("POST", `/api/fan/pay-tips-to-model/${model.id}`, { amount: 1 }),
    show: await status("POST", "/api/fan/show-requests", { model_id: model.id, mode: "private", rate: 50 }),
  };
}

test("R-LIST-07: a model who has just registered shows nothing that they have not given, and nobody finds them, live or not", async () => {
  const [model, fan] = [await registerMember(app, "en", true), await app.fan(500)];
  expect(await listing(model)).toMatchObject({
    state: "draft",
    steps: { texts: false, person: false, picture: false, rates: false, camera: false },
    birth_date: null,
    country: null,
    gender_id: null,
    portrait: null,
  });
  const none = { private: 0, vip: 0, spy: 0, minimum: 0 };
  expect((await app.call("GET", "/api/studio/rates", { as: model })).body).toMatchObject(none);
  await app.modules.rooms.publisherTurned(model.login, "started");
  const hidden = { rooms: false, trending: false, profile: 404, rates: 404, stream: 404 };
  expect(await foundBy(fan, model)).toMatchObject({ ...hidden, heart: 404, chat: 404, tip: 404, show: 404 });
  const own = await app.call("GET", "/api/studio", { as: model });
  expect(own.body, "their own studio is open to them").toMatchObject({
    stream: { status: "began" },
    hidden: false,
  });
});

test("R-OPEN-59: every step done, a page is sent to staff, comes back with a note, is sent again and listed by staff alone", async () => {
  const [model, fan, staff] = [await registerMember(app, "es", true), await app.fan(500), await app.staff()];
  expect((await submit(model)).body).toMatchObject({ code: "listing_incomplete" });
  expect((await decide(staff, model, "approve")).body.code, "nothing was sent").toBe("not_submitted");
  await complete(model);
  expect((await submit(model)).body).toMatchObject({ state: "submitted", note: "" });
  expect((await foundBy(fan, model)).profile).toBe(404);
  const queue = await app.call("GET", "/api/admin/models?state=waiting", { as: staff });
  expect((queue.body.data as Body[]).map(({ id }) => id)).toContain(model.id);
  const review = await app.call("GET", `/api/admin/models/${model.id}/listing`, { as: staff });
  expect(review.body).toMatchObject({
    ...page,
    state: "submitted",
    rates: { private: 50, vip: 70, spy: 15 },
  });

  expect((await decide(staff, model, "send-back", "a brighter picture, please")).status).toBe(200);
  expect(await listing(model)).toMatchObject({ state: "draft", note: "a brighter picture, please" });
  await upload(model);
  await submit(model);
  expect((await decide(await app.fan(), model, "approve")).status).toBe(403);
  expect((await decide(staff, model, "approve")).body).toMatchObject({ listing: "approved" });
  expect(await foundBy(fan, model)).toMatchObject({
    rooms: true,
    trending: true,
    profile: 200,
    rates: 200,
    heart: 200,
  });
  expect((await decide(staff, model, "approve")).body.code).toBe("not_submitted");
  const subjects = async () =>
    (await app.modules.mailer.outbox(app.db))
      .filter(({ to }) => to === model.email)
      .map(({ subject }) => subject);
  await until(
    async () => (await subjects()).includes("Tu página ya está en las listas"),
    "the model to be notified",
  );
  expect(await subjects()).toContain("Tu página necesita un pequeño cambio");
});

test("a model sets what fans find them by, from what there is to choose", async () => {
  const model = await app.model();
  const order = { tags: ["music", "calm", "music"], languages: ["es", "en"], hair: ["black", "bright"] };
  expect((await save(model, order)).body).toMatchObject({ ...order, tags: ["music", "calm"] });
  expect((await save(model, { bio: { en: "a", es: "b" } })).body).toMatchObject({ tags: ["music", "calm"] });
  for (const wrong of [
    { tags: ["nobody"] },
    { tags: ["music", "calm", "chess", "games", "books", "talk"] },
    { tags: "music" },
    { languages: ["xx"] },
    { hair: ["green"] },
    { hair: ["black", "brown", "red"] },
    { languages: ["en", "es", "fr", "de", "it", "pt"] },
  ])
    expect((await save(model, wrong)).status, JSON.stringify(wrong)).toBe(422);
  const found = await app.call("GET", "/api/video-chat-rooms?tags=music,calm&languages=es&hair=bright,red");
  expect((found.body.data as { login: string }[]).map(({ login }) => login)).toEqual([model.login]);
  const shown = await app.call("GET", `/api/model-profile/${model.login}`);
  expect(shown.body).toMatchObject({ languages: ["es", "en"], hair: ["black", "bright"] });
});

test("R-OPEN-91: what staff looks at is taken back by a change, and name, birth date, country and gender are fixed once listed", async () => {
  const [model, staff] = [await registerMember(app, "en", true), await app.staff()];
  await complete(model);
  await submit(model);
  expect((await save(model, { bio: { en: "I dance.", es: "Bailo." } })).body).toMatchObject({
    state: "draft",
  });
  expect((await decide(staff, model, "approve")).body.code).toBe("not_submitted");
  await submit(model);
  await decide(staff, model, "approve");
  for (const change of [
    { birth_date: "1999-01-01" },
    { country: "US" },
    { gender_id: 2 },
    { artistic_name: "Another" },
  ])
    expect((await save(model, change)).body.code).toBe("listing_fixed");
  const { artistic_name } = await listing(model);
  expect((await save(model, { ...page, artistic_name })).body).toMatchObject({
    state: "approved",
    artistic_name,
  });
});

test("R-AUTH-07: nobody under 18, of no known gender or country, or with a file that is no picture gets a page", async () => {
  const model = await registerMember(app, "en", true);
  const young = new Date();
  young.setUTCFullYear(young.getUTCFullYear() - 18);
  young.setUTCDate(young.getUTCDate() + 2);
  const wrongs: [Body, string][] = [
    [{ birth_date: young.toISOString().slice(0, 10) }, "birth_date"],
    [{ birth_date: "2001-02-30" }, "birth_date"],
    [{ gender_id: 9 }, "gender_id"],
    [{ country: "Colombia" }, "country"],
    [{ artistic_name: " " }, "artistic_name"],
  ];
  for (const [body, field] of wrongs)
    expect(Object.keys((await save(model, body)).body.errors as object)).toEqual([field]);
  const body = new FormData();
  body.append("picture", new Blob(["no picture"], { type: "image/png" }), "me.png");
  expect((await app.call("POST", "/api/studio/listing/picture", { as: model, body })).status).toBe(422);
  expect(await listing(model)).toMatchObject({ birth_date: null, gender_id: null, portrait: null });
});

test("of two models whose names look alike one is listed, whichever letters they are written in", async () => {
  const [model, other, staff] = [
    await registerMember(app, "en", true),
    await registerMember(app, "en", true),
    await app.staff(),
  ];
  const name = `Li${randomName()}0na`;
  await complete(model);
  await complete(other);
  await save(model, { artistic_name: name });
  await save(other, { artistic_name: `${name} ` });
  await submit(model);
  await submit(other);
  expect((await decide(staff, model, "approve")).status).toBe(200);
  expect((await decide(staff, other, "approve")).body.code).toBe("name_taken");
  const alike = [
    name.toUpperCase(),
    name.replace("0", "O"),
    name.replace("a", "а"),
    name.replace("Li", "L\u0456"),
    name.replace("Li", "Ŀí").normalize("NFD"),
    name.replace("L", "Ⅼ"),
    name.replace("Li", "Ｌｉ"),
    name.replace("Li", "Li-"),
    name.replace("L", "I"),
    `${name}.`,
  ];
  for (const artistic_name of alike) {
    const refused = await save(other, { artistic_name });
    expect([refused.status, Object.keys((refused.body.errors ?? {}) as object)], artistic_name).toEqual([
      422,
      ["artistic_name"],
    ]);
  }
  expect((await save(other, { artistic_name: `${name} B` })).status).toBe(200);
  await expect(
    sql`update catalog.model set listing = 'approved', artistic_name = ${alike[0]} where id = ${other.id}`.execute(
      app.db,
    ),
  ).rejects.toThrow(/model_name_key/);
});
