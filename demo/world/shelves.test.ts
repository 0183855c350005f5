import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Post, Video } from "#contract/content.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { bearer } from "#testing/app/caller.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { planShelves } from "../shelf/plan.ts";
import { perform } from "../studio/tasks.ts";
import { ownSome } from "./purchases.ts";
import { fillShelves } from "./shelves.ts";

const house = testApp();
const plan = planShelves().filter(({ seedKey }) => ["clara.video.0", "clara.post.0"].includes(seedKey));
let assetsDir = "";
let clara: Person;

beforeAll(async () => {
  assetsDir = await mkdtemp(path.join(tmpdir(), "fanlight-shelf-"));
  await perform({ kind: "stills", login: "clara" }, assetsDir);
  clara = await house.model();
}, 120_000);
afterAll(() => rm(assetsDir, { recursive: true, force: true }));

const fill = () =>
  fillShelves({
    content: house.app.modules.content,
    clock: systemClock,
    log: createLogger("silent"),
    ids: new Map([["clara", clara.id]]),
    plan,
    assets: {
      assetsDir,
      readyToAir: (login) =>
        perform({ kind: "clips", login, clips: ["idle"] }, assetsDir).then(() => undefined),
      reactionsDrawn: () => Promise.reject(new Error("no reaction is needed here")),
    },
  }).full;
const ofClara = async (what: "attachments" | "posts") =>
  (await house.call("GET", `/api/model-profile-${what}/${clara.login}`)).body.data as (Video | Post)[];

test("R-OPEN-96, R-OPEN-100: the shelves are filled once: what is there, or was taken back since, is not brought again", {
  timeout: 120_000,
}, async () => {
  await fill();
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
  await fill();
  expect(await ofClara("attachments")).toHaveLength(1);
  expect(await ofClara("posts")).toEqual([]);
});

test("the demo's fan owns some of it from the beginning, once, and keeps the balance", async () => {
  const nico = await house.fan(1_000);
  const { wallet } = house.app.modules;
  for (let start = 0; start < 2; start++) {
    await ownSome({ db: house.db, ...house.app.modules }, nico.id);
    expect(await wallet.balance(house.db, { kind: "fan", id: nico.id })).toBe(1_000);
    const { body } = await house.call("GET", "/api/videos-purchased", { as: nico });
    expect(body.data).toHaveLength(1);
  }
});
