import { expect, expectTypeOf, test } from "vitest";
import type { Session } from "#contract/accounts.ts";
import { session } from "#contract/accounts.ts";
import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import { fanProfile, menuCounters } from "#contract/profile.ts";
import { testApp } from "#testing/app/test-app.ts";
import { createProfileReader } from "./read-profile.ts";

const app = testApp();

test("R-ACCT-18, R-API-51: notifications are switched off and on, and the profile shows it", async () => {
  const fan = await app.fan();
  const turn = (is_block_notification: unknown) =>
    app.call("POST", "/api/fan/turn-notification", { as: fan, body: { is_block_notification } });
  const profile = async () => (await app.call("GET", "/api/fan/profile", { as: fan })).body;
  expect((await profile()).is_block_notification).toBe(false);
  expect((await turn(true)).body.is_block_notification).toBe(true);
  expect((await profile()).is_block_notification).toBe(true);
  expect((await turn("yes")).status).toBe(422);
  expect((await turn(undefined)).body.errors).toEqual({ is_block_notification: ["required field"] });
  expect((await turn(false)).body).toEqual(await profile());
  expect((await profile()).is_block_notification).toBe(false);
});

test("R-ACCT-20: the language is stored with the account, one of the two", async () => {
  const fan = await app.fan();
  const set = (language: string) =>
    app.call("POST", "/api/fan/set-language", { as: fan, body: { language } });
  expect((await set("es")).body.language).toBe("es");
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.language).toBe("es");
  expect((await set("fr")).status).toBe(422);
  const guest = await app.call("POST", "/api/fan/set-language", { body: { language: "es" } });
  expect(guest.status).toBe(401);
});

test("R-API-49, R-ACCT-23: the counters of the menu answer to everybody who is signed in, those of comments to models alone", async () => {
  const fan = await app.fan();
  const { status, body } = await app.call("GET", "/api/get-main-page-counters", { as: fan });
  expect(status).toBe(200);
  expect(menuCounters.parse(body)).toEqual({
    unread_messages: 0,
    not_seen_attachments: 0,
    not_seen_posts: 0,
  });
  const ofModel = await app.call("GET", "/api/get-main-page-counters", { as: await app.model() });
  expect(ofModel.body).toEqual({ ...body, not_seen_comments: 0 });
  expect((await app.call("GET", "/api/get-main-page-counters")).status).toBe(401);
});

test("R-API-49, R-ENT-03: what each module counts is in the counters and in the profile, as what only a fan has", async () => {
  const fan = await app.fan();
  const profiles = createProfileReader({
    db: app.db,
    identity: app.modules.identity,
    wallet: { balance: async () => 137, heldTokens: async () => 12 },
    subscriptions: { ending: async () => [], priceChanges: async () => [] },
    catalog: { blocked: async () => [{ id: 4 }], bannedBy: async () => [5] },
    content: { unseen: async () => ({ video: 1, post: 4 }), comments: { unseen: async () => 9 } },
    messaging: { unread: async (_, { id }) => (id === fan.id ? 5 : 0) },
    staffSecondFactor: false,
    realtime: { position: async (topic) => ({ epoch: topic, sequence: 7 }) },
  });
  const counted = { unread_messages: 5, not_seen_attachments: 1, not_seen_posts: 4 };
  expect(await profiles.counters({ id: fan.id, role: "fan" })).toEqual(counted);
  expect(await profiles.profile(fan.id)).toMatchObject({
    ...counted,
    not_seen_comments: 0,
    balance: 137,
    held: 12,
    blocked_models: [4],
    banned_by: [5],
    live_from: { person: { epoch: `person:${fan.id}`, sequence: 7 } },
  });
  expect(await profiles.counters({ id: 1, role: "model" })).toMatchObject({
    not_seen_posts: 0,
    not_seen_comments: 9,
  });
  const staff = await app.staff();
  expect(await profiles.profile(staff.id)).toMatchObject({ balance: 0, blocked_models: [], banned_by: [] });
  expect(await profiles.profile(987_654_321)).toBeUndefined();
});

test("R-ENT-03, R-ACCT-02: the profile has every field of a fan, and nothing else", async () => {
  const fan = await app.fan(137);
  const { body } = await app.call("GET", "/api/fan/profile", { as: fan });
  expect(fanProfile.strict().parse(body)).toEqual(body);
  expect(body).toMatchObject({
    id: fan.id,
    email: `${fan.login}@example.test`,
    avatar: null,
    balance: 137,
    held: 0,
    twitter: null,
    language: "en",
    validation: "waiting",
    status: "active",
    is_block_notification: false,
    endingSubscriptions: [],
    priceChanges: [],
    isColombian: false,
  });
});

test("R-ENT-21, R-ENT-22: a session has a token and its seconds; a language is en or es", () => {
  expectTypeOf<Session>().toExtend<{ accessToken: string; expiresIn: number }>();
  expectTypeOf<Language>().toEqualTypeOf<"en" | "es">();
  expectTypeOf<FanProfile["language"]>().toEqualTypeOf<Language>();
  const issued = { accessToken: "a.b.c", expiresIn: 86_400, fan_id: 7, role: "fan" };
  expect(session.parse(issued)).toEqual(issued);
  expect(session.safeParse({ ...issued, expiresIn: undefined }).success).toBe(false);
  expect(fanProfile.shape.language.safeParse("fr").success).toBe(false);
});
