import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Post, Video } from "#contract/content.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { bearer } from "#testing/app/caller.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import type { Stills } from "../draw/stills.ts";
import { planShelves } from "../shelf/plan.ts";
import { perform } from "../studio/tasks.ts";
import { settleNico } from "./nico.ts";
import { drawContent, seedContent } from "./seed-content.ts";

const house = testApp();
const plan = planShelves().filter(({ seedKey }) => ["clara.video.0", "clara.post.0"].includes(seedKey));
let assetsDir = "";
let stills: ReadonlyMap<string, Stills>;
let clara: Person;

beforeAll(async () => {
  assetsDir = await mkdtemp(path.join(tmpdir(), "fanlight-shelf-"));
  const drawn = await perform({ kind: "stills", login: "clara" }, assetsDir);
  stills = new Map(drawn ? [["clara", drawn]] : []);
  clara = await house.model();
}, 120_000);
afterAll(() => rm(assetsDir, { recursive: true, force: true }));

const needs = () => ({
  content: house.app.modules.content,
  clock: systemClock,
  log: createLogger("silent"),
  ids: new Map([["clara", clara.id]]),
  plan,
  stills,
  assetsDir,
  assets: {
    assetsDir,
    readyToAir: (login: string) =>
      perform({ kind: "clips", login, clips: ["idle"] }, assetsDir).then(() => undefined),
    reactionsDrawn: () => Promise.reject(new Error("no reaction is needed here")),
  },
});
const seed = async () => {
  await seedContent(needs());
  await drawContent(needs()).done;
};
const ofClara = async (what: "attachments" | "posts") =>
  (await house.call("GET", `/api/model-profile-${what}/${clara.login}`)).body.data as (Video | Post)[];

test("R-OPEN-96: videos and posts are listed and bought before any of their files is drawn", {
  timeout: 120_000,
}, async () => {
  await seedContent(needs());
  const fan = await house.fan(1_000);
  const [film] = await ofClara("attachments");
  const [letter] = await ofClara("posts");
  expect(film).toMatchObject({ width: 432, height: 768, duration: 17 });
  expect(letter).toMatchObject({ type: "picture", duration: null });
  const picture = letter?.thumb_blurred;
  expect((await fetch(`${house.origin}${picture}`)).status).toBe(200);
  await drawContent(needs()).done;
  const [drawn] = await ofClara("posts");
  expect(drawn?.thumb_blurred).not.toBe(picture);
  expect((await fetch(`${house.origin}${drawn?.thumb_blurred}`)).status).toBe(200);
  const bought = await house.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: film?.id },
  });
  expect(bought.body).toMatchObject({ success: true, item: { payed: true } });
});

test("R-OPEN-96, R-OPEN-100: content is imported once: what is there, or was withdrawn since, does not come again", {
  timeout: 120_000,
}, async () => {
  await seed();
  const fan = await house.fan(1_000);
  const [film] = await ofClara("attachments");
  expect(film).toMatchObject({
    title: plan.find(({ kind }) => kind === "video")?.title,
    width: 432,
    duration: 17,
  });
  const bought = await house.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: film?.id },
  });
  const { watchUrl } = bought.body.item as Video;
  const part = await fetch(house.origin + watchUrl, { headers: { ...bearer(fan), range: "bytes=4-7" } });
  expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
  const [letter] = await ofClara("posts");
  await house.call("DELETE", `/api/studio/content/${letter?.id}`, { as: clara });
  await seed();
  expect(await ofClara("attachments")).toHaveLength(1);
  expect(await ofClara("posts")).toEqual([]);
});

test("R-OPEN-96: the demo's fan has favourites and purchases from the beginning, once, and keeps the balance", async () => {
  const nico = await house.fan(1_000);
  const { wallet } = house.app.modules;
  const ids = new Map([
    ["nico", nico.id],
    ["luna", clara.id],
  ]);
  for (let start = 0; start < 2; start++) {
    await settleNico({ db: house.db, ...house.app.modules }, ids);
    expect(await wallet.balance(house.db, { kind: "fan", id: nico.id })).toBe(1_000);
    const { body } = await house.call("GET", "/api/videos-purchased", { as: nico });
    expect(body.data).toHaveLength(1);
    const favorites = await house.call("GET", "/api/fan/favorite-models", { as: nico });
    expect(favorites.body.data).toMatchObject([{ id: clara.id }]);
  }
});
