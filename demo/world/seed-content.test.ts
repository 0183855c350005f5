import { beforeAll, expect, test } from "vitest";
import type { Post, Video } from "#contract/content.ts";
import { systemClock } from "#server/kit/clock.ts";
import { bearer } from "#testing/app/api-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { filmSeconds } from "../content/film.ts";
import { planContent } from "../content/plan.ts";
import { seedNico } from "./nico.ts";
import { seedContent } from "./seed-content.ts";

const app = testApp();
const plan = planContent().filter(({ seedKey }) => ["clara.video.0", "clara.post.0"].includes(seedKey));
const video = plan.find(({ kind }) => kind === "video");
let clara: Person;

beforeAll(async () => {
  clara = await app.model();
});

const seed = () =>
  seedContent({
    content: app.modules.content,
    clock: systemClock,
    ids: new Map([["clara", clara.id]]),
    plan,
  });
const ofClara = async (what: "attachments" | "posts") =>
  (await app.call("GET", `/api/model-profile-${what}/${clara.login}`)).body.data as (Video | Post)[];

test("R-OPEN-96: what a start that was cut short left without files gets them by the next one", async () => {
  const { content } = app.modules;
  const cutShort = {
    ...content,
    importFiles: () => Promise.reject(new Error("killed")),
  };
  const needs = { clock: systemClock, ids: new Map([["clara", clara.id]]), plan };
  await expect(seedContent({ ...needs, content: cutShort })).rejects.toThrow("killed");
  const completed = async () => [...(await content.seeded()).values()].map(({ complete }) => complete);
  expect(await completed()).toEqual([false, false]);
  const [post] = await ofClara("posts");
  expect(post).toMatchObject({ type: "picture", duration: null, width: 960, height: 720 });
  expect((await fetch(`${app.origin}${post?.thumb_blurred}`)).status).toBe(200);
  await seed();
  expect(await completed()).toEqual([true, true]);
});

test("R-OPEN-96, R-OPEN-100: content is imported once: what is there, or was withdrawn since, does not come again", async () => {
  await seed();
  const fan = await app.fan(1_000);
  const [film] = await ofClara("attachments");
  expect(film).toMatchObject({
    title: video?.title,
    width: 432,
    duration: filmSeconds({ clip: "idle", loops: video?.loops ?? 0 }),
  });
  const bought = await app.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: film?.id },
  });
  const { watchUrl } = bought.body.item as Video;
  const part = await fetch(app.origin + watchUrl, { headers: { ...bearer(fan), range: "bytes=4-7" } });
  expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
  const [post] = await ofClara("posts");
  await app.call("DELETE", `/api/studio/content/${post?.id}`, { as: clara });
  await seed();
  expect(await ofClara("attachments")).toHaveLength(1);
  expect(await ofClara("posts")).toEqual([]);
});

test("R-OPEN-96: the demo's fan has favourites from the beginning, once", async () => {
  const nico = await app.fan();
  const ids = new Map([
    ["nico", nico.id],
    ["luna", clara.id],
  ]);
  for (let start = 0; start < 2; start++) {
    await seedNico({ db: app.db, ...app.modules }, ids);
    const favorites = await app.call("GET", "/api/fan/favorite-models", { as: nico });
    expect(favorites.body.data).toMatchObject([{ id: clara.id }]);
  }
});
