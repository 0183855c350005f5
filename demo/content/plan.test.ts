import { expect, test } from "vitest";
import { demoModels } from "../models.ts";
import { owners } from "../world/owners.ts";
import { filmSeconds } from "./film.ts";
import { contentTexts, planContent } from "./plan.ts";

const plan = planContent();
const ofKind = (kind: "video" | "post") => plan.filter((item) => item.kind === kind);

test("R-OPEN-96: the demo contains 120 videos and 200 posts, some of every model, each with its own title and text", () => {
  expect([ofKind("video").length, ofKind("post").length]).toEqual([120, 200]);
  expect(new Set(Object.keys(contentTexts))).toEqual(new Set(demoModels.map(({ login }) => login)));
  for (const field of ["seedKey", "title"] as const)
    expect(new Set(plan.map((item) => item[field])).size, field).toBe(320);
  for (const { title, body, kind } of plan) {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(body.length > 0, title).toBe(kind === "post");
  }
});

test("prices run from 0 to 120 tokens; some are for subscribers, a few hidden, begin later or have ended", () => {
  const prices = plan.map(({ price }) => price);
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([0, 120]);
  const share = (fits: (item: (typeof plan)[number]) => boolean) => plan.filter(fits).length;
  expect(share(({ forSubscribers }) => forSubscribers)).toBeGreaterThan(60);
  for (const few of [
    share(({ visible }) => !visible),
    share(({ startsInHours }) => startsInHours !== null),
    share(({ endedHoursAgo }) => endedHoursAgo !== null),
  ]) {
    expect(few).toBeGreaterThan(2);
    expect(few).toBeLessThan(25);
  }
});

test("videos last from half a minute to a minute and a half, the dearer ones longer", () => {
  const films = ofKind("video").flatMap(({ clip, loops, price }) =>
    clip === null ? [] : [{ seconds: filmSeconds({ clip, loops }), price }],
  );
  const lengths = films.map(({ seconds }) => seconds);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(95);
  expect(new Set(lengths).size).toBeGreaterThan(10);
  const mean = (fits: (price: number) => boolean) => {
    const some = films.filter(({ price }) => fits(price));
    return some.reduce((sum, { seconds }) => sum + seconds, 0) / some.length;
  };
  expect(mean((price) => price > 50)).toBeGreaterThan(mean((price) => price < 50) + 15);
});

test("what the demo's fan owns is on offer, at a price", () => {
  const owned = new Set(owners.flatMap(({ owns }) => owns));
  const items = plan.filter(({ seedKey }) => owned.has(seedKey));
  expect(items).toHaveLength(owned.size);
  for (const { seedKey, price, ...item } of items) {
    expect(price, seedKey).toBeGreaterThan(0);
    expect(item, seedKey).toMatchObject({
      visible: true,
      forSubscribers: false,
      startsInHours: null,
      endedHoursAgo: null,
    });
  }
});

test("only who has clips has films, and no two neighbours of a list are of one model", () => {
  const live = new Set(demoModels.filter((member) => member.live).map(({ login }) => login));
  for (const { clip, login } of plan) if (clip !== null) expect(live.has(login), login).toBe(true);
  for (const list of [ofKind("video"), ofKind("post")])
    for (const [index, { login, hoursAgo }] of list.entries()) {
      expect(login).not.toBe(list[index + 1]?.login);
      expect(hoursAgo).toBeLessThan(list[index + 1]?.hoursAgo ?? Number.POSITIVE_INFINITY);
    }
});
