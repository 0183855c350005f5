import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hashPassword } from "#server/identity/identity.ts";
import { archiveOf } from "#server/kit/export/archive.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { unzip } from "#testing/files/unzip.ts";

const app = testApp();

/** The files of a person's export. */
async function exported(as: Person) {
  const headers = { authorization: `Bearer ${as.token}` };
  const answer = await fetch(`${app.origin}/api/fan/export`, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const files = await unzip(new Uint8Array(await answer.arrayBuffer()));
  const json = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[];
  const csv = (name: string) =>
    String(files.get(`${name}.csv`))
      .trim()
      .split("\r\n");
  return { files, json, csv, text: [...files.values()].join("\n") };
}

/** Closes an account, as its owner does. */
async function close({ id }: Person) {
  const password = await hashPassword("a password");
  await app.withTransaction((tx) =>
    sql`update accounts.account set password_hash = ${password} where id = ${id}`.execute(tx),
  );
  const closed = await app.modules.profiles.close(id, {
    password: "a password",
    oneTimeCode: "",
    tokenId: "",
  });
  expect(closed).toMatchObject({ ok: true });
}

/** A fan who wrote, tipped and liked something in the room of a live model. */
async function busyFan() {
  const [fan, model] = [await app.fan(100), await app.model()];
  const slug = model.login.toLowerCase();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const say = (body: string) =>
    app.call("POST", `/api/stream/${slug}/message`, {
      as: fan,
      body: { body, client_message_id: randomUUID() },
    });
  expect((await say(`hello from ${fan.login}`)).status).toBe(201);
  const tip = { amount: 30, message: '=HYPERLINK("x")', anonymous: true };
  await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
    as: fan,
    key: randomUUID(),
    body: tip,
  });
  await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: model.id } });
  await app.call("POST", "/api/fan/limits", { as: fan, body: { day: 500, week: null, month: null } });
  const chat = await app.call("POST", "/api/chat", { as: fan, body: { model_id: model.id } });
  const [mine, fromModel] = [`/api/chat/${Number(chat.body.id)}/message`, "what the model wrote"];
  await app.call("POST", mine, { as: fan, body: { body: "a message in a chat" } });
  await app.call("POST", `/api/studio/chats/${Number(chat.body.id)}/messages`, {
    as: model,
    body: { body: fromModel },
  });
  return { fan, model, slug };
}

test("a person gets everything that is stored about them, each area as JSON and as CSV", async () => {
  const { fan, slug } = await busyFan();
  const { files, json, csv, text } = await exported(fan);
  const own = ["account", "consents", "sessions", "known-clients", "second-factor", "referrals"];
  const money = [
    "statement",
    "spend-limits",
    "payments",
    "promo-offers",
    "saved-cards",
    "subscriptions",
    "subscription-agreements",
    "subscription-payments",
  ];
  const content = ["content-purchases", "content-ratings", "content-visits", "post-comments", "post-likes"];
  const rooms = [
    "favorites",
    "blocked-models",
    "watched-models",
    "watching-not-kept",
    "notices",
    "muted-models",
    "notification-settings",
    "notifications",
    "push-devices",
    "saved-searches",
    "awaited-models",
    "tips",
    "chat-lines",
    "moderated-rooms",
    "moderation",
    "mutes",
    "shows",
    "promo-links",
  ];
  const chats = ["chats", "chat-messages", "chat-purchases", "filtered-words", "uploads"];
  const tickets = ["messages", "message-answers", "decisions"];
  const names = [own, money, content, rooms, chats, tickets]
    .flat()
    .flatMap((name) => [`${name}.csv`, `${name}.json`]);
  expect([...files.keys()].sort()).toEqual(["README.txt", ...names].sort());
  expect(json("chat-messages")).toMatchObject([{ type: "text", body: "a message in a chat" }]);
  expect(text).not.toContain("what the model wrote");
  expect(json("account")).toMatchObject([
    { id: fan.id, login: fan.login, email: `${fan.login}@example.test` },
  ]);
  expect(json("consents").map(({ document }) => document)).toEqual(["over_18", "privacy", "terms"]);
  expect(json("sessions")).toHaveLength(1);
  expect(json("statement")).toMatchObject([
    { type: "tip", tokens: -30, balance_after: 70, counterpart: slug },
    { type: "opening", tokens: 100, balance_after: 100 },
  ]);
  expect(json("spend-limits")).toMatchObject([{ per_day: 500, per_week: null, paused_until: null }]);
  expect(json("tips")).toMatchObject([
    { model: slug, tokens: 30, message: '=HYPERLINK("x")', anonymous: true },
  ]);
  expect(json("chat-lines")).toMatchObject([{ room: slug, kind: "text", body: `hello from ${fan.login}` }]);
  expect(json("favorites")).toMatchObject([{ model: slug }]);
  expect(csv("tips")[0]).toBe("at,model,tokens,gift,menu_item,message,anonymous,transfer_id");
  expect(csv("tips")[1]).toContain("'=HYPERLINK");
  expect(csv("statement")).toHaveLength(3);
});

test("another person's data is in no export: not a fan's in a model's, not in another fan's, nothing of passwords", async () => {
  const { fan, model } = await busyFan();
  const other = await app.fan(5);
  for (const person of [model, other]) {
    const { text } = await exported(person);
    expect(text).not.toContain(fan.login);
    expect(text).not.toContain("HYPERLINK");
    expect(text).toContain(person.login);
    expect(text).not.toContain("argon2");
    expect(text).not.toContain(person.token);
  }
});

/** A private show of a fan with a model on which another fan spies; it is over for all of them. */
async function spiedOn(model: Person, payer: Person, spy: Person) {
  await app.modules.rooms.publisherTurned(model.login, "started");
  const post = (path: string, as: Person, body: object) =>
    app.call("POST", path, { as, body, key: randomUUID() });
  const wanted = { model_id: model.id, mode: "private", rate: 60 };
  const { id } = (await post("/api/fan/show-requests", payer, wanted)).body;
  const answered = await post(`/api/studio/show-requests/${String(id)}`, model, { accept: true });
  expect(answered.status).toBe(200);
  const look = { model_id: model.id, rate: 20, free_only: true };
  expect((await post("/api/fan/spy", spy, look)).status).toBe(201);
  await post("/api/studio/end-show", model, {});
}

test("R-OPEN-66: a model's export names the fan of a show until they leave, and nobody who spied on it", async () => {
  const [model, payer, spy] = [await app.model(), await app.fan(100), await app.fan(100)];
  await spiedOn(model, payer, spy);
  const { json, text } = await exported(model);
  expect(json("shows")).toMatchObject([
    { role: "spy", with: null, spent: 0 },
    { role: "payer", with: payer.login },
  ]);
  expect(text).not.toContain(spy.login);
  expect((await exported(spy)).json("shows")).toMatchObject([{ role: "spy", with: model.login }]);
  await close(payer);
  expect((await exported(model)).text).not.toContain(payer.login);
});

test("a model's page is exported with their gender, and with what staff wrote of it", async () => {
  const model = await app.model();
  await sql`update catalog.model set listing = 'draft', listing_note = 'Too dark' where id = ${model.id}`.execute(
    app.db,
  );
  expect((await exported(model)).json("public-page")).toMatchObject([
    { login: model.login.toLowerCase(), gender: "Women", listing: "draft", listing_note: "Too dark" },
  ]);
});

test("a user's messages to support are exported with their answers, a guest's only under a confirmed address", async () => {
  const [fan, stranger] = [await app.fan(), await app.staff()];
  const { support } = app.modules;
  const message = { name: "", email: `${fan.login}@example.test`, message: "a guest's text", removal: null };
  const sender = { address: "198.51.100.20", language: "en", accountId: null } as const;
  const opened = await support.open({ ...message, clientId: randomUUID() }, sender);
  if (!opened.ok) throw new Error("refused");
  await support.open(
    { ...message, email: "", message: "signed in", clientId: randomUUID() },
    { ...sender, accountId: fan.id },
  );
  for (const kind of ["answer", "note"] as const)
    await support.work(stranger, opened.ticket.id, { kind, clientId: randomUUID(), body: `an ${kind}` });
  const texts = async () => {
    const { json } = await exported(fan);
    return [json("messages").map((row) => row.message), json("message-answers").map((row) => row.body)];
  };
  expect(await texts()).toEqual([["signed in"], []]);
  await app.withTransaction((tx) =>
    sql`update accounts.account set validation = 'confirmed', status = 'active' where id = ${fan.id}`.execute(
      tx,
    ),
  );
  expect(await texts()).toEqual([["signed in", "a guest's text"], ["an answer"]]);
});

test("R-OPEN-15: a deleted account is in nobody's export any more", async () => {
  const { fan, model, slug } = await busyFan();
  await app.call("POST", "/api/fan/notify-model", { as: fan, body: { model_id: model.id } });
  await sql`insert into catalog.watched (fan_id, model_id, watched_at) values (${fan.id}, ${model.id}, now())`.execute(
    app.db,
  );
  const other = await app.fan(100);
  await spiedOn(model, other, await app.fan());
  await app.call("POST", "/api/fan/block-model", { as: other, body: { model_id: model.id, blocked: true } });
  expect((await exported(other)).json("blocked-models")).toMatchObject([{ login: model.login }]);
  await close(model);
  const { json, text } = await exported(fan);
  expect(text).not.toContain(slug);
  expect(json("watched-models")).toEqual([]);
  expect(json("notices")).toMatchObject([{ model: null }]);
  const others = await exported(other);
  expect(others.text).not.toContain(slug);
  expect(others.json("shows")).toMatchObject([{ role: "payer", with: null }]);
  expect((await app.call("GET", "/api/fan/blocked-models", { as: other })).body.data).toEqual([]);
  expect(json("favorites")).toEqual([]);
  expect(json("tips")).toMatchObject([{ model: null, tokens: 30 }]);
  expect(json("chat-lines")).toMatchObject([{ room: null }]);
});

test("an export needs a session that is good now, and the sixth of an hour waits", async () => {
  const fan = await app.fan();
  expect((await app.call("GET", "/api/fan/export")).status).toBe(401);
  for (let i = 0; i < 5; i++) await exported(fan);
  const sixth = await app.call("GET", "/api/fan/export", { as: fan });
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
  await app.call("POST", "/api/web_logout", { as: fan });
  expect((await app.call("GET", "/api/fan/export", { as: fan })).status).toBe(401);
});

test("an archive whose area fails is no whole file, and later areas are not asked", async () => {
  let asked = 0;
  const areas = [
    { name: "good", rows: async () => [{ a: 1, b: true, c: null, d: new Date(0) }] },
    { name: "bad", rows: () => Promise.reject(new Error("the table is away")) },
    { name: "later", rows: async () => [{ asked: ++asked }] },
  ];
  const collect = async (given: typeof areas) => {
    const chunks: Buffer[] = [];
    for await (const chunk of archiveOf(given, [], new Date(0))) chunks.push(chunk as Buffer);
    return unzip(Buffer.concat(chunks));
  };
  await expect(collect(areas)).rejects.toThrow("the table is away");
  expect(asked).toBe(0);
  const files = await collect(areas.slice(0, 1));
  expect(JSON.parse(String(files.get("good.json")))).toEqual([
    { a: 1, b: true, c: null, d: "1970-01-01T00:00:00.000Z" },
  ]);
  expect(String(files.get("good.csv"))).toBe("\ufeffa,b,c,d\r\n1,true,,1970-01-01T00:00:00.000Z\r\n");
});
