import { expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { systemClock } from "#server/kit/clock.ts";
import { testApp } from "#testing/app/test-app.ts";
import { planContent } from "../content/plan.ts";
import { commentTexts, seedComments } from "./comments.ts";
import { seedContent } from "./seed-content.ts";

const app = testApp();

test("R-OPEN-96: people of the demo world have commented on a model's post, once, each by whom it is open to", async () => {
  const [nico, tessa, stranger, luna] = [
    await app.fan(1_000),
    await app.fan(1_000),
    await app.fan(),
    await app.model(),
  ];
  const ids = new Map([
    ["nico", nico.id],
    ["tessa", tessa.id],
    ["luna", luna.id],
  ]);
  const { content } = app.modules;
  const plan = planContent().filter(({ seedKey }) => seedKey === "luna.post.2");
  await seedContent({ content, clock: systemClock, ids, plan });
  const itemId = (await content.seeded()).get("luna.post.2")?.id;
  const texts = async () => {
    const { body } = await app.call("GET", `/api/posts/${itemId}/comments`, { as: luna });
    return (body.data as Comment[]).map(({ text }) => text);
  };
  // To fans who have bought nothing the post is closed: on these only its model comments.
  await seedComments({ content, clock: systemClock, ids });
  expect(await texts()).toHaveLength(1);
  for (const as of [nico, tessa]) await app.call("POST", `/api/fan/buy-post/${itemId}`, { as });
  for (let start = 0; start < 2; start++) await seedComments({ content, clock: systemClock, ids });
  const wanted = commentTexts.filter(({ post }) => post === "luna.post.2").map(({ text }) => text);
  expect((await texts()).sort()).toEqual(wanted.sort());
  expect((await app.call("GET", `/api/posts/${itemId}/comments`, { as: stranger })).status).toBe(403);
});
