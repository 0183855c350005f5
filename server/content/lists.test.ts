import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { readsOfNow } from "#testing/database/snapshot.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";
import { itemsPage } from "./store/item-lists-store.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
type List = {
  data: Video[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
};
const list = async (path: string, as?: Person) =>
  (await app.call("GET", path, as ? { as } : {})).body as unknown as List;
const titles = async (path: string, as?: Person) => (await list(path, as)).data.map(({ title }) => title);

test("R-LIST-03, R-LIST-06, R-OPEN-16, R-OPEN-17: 45 videos come as 20, 20 and 5, newest first, none twice while new ones arrive", async () => {
  const model = await app.model();
  const start = Date.now() - 3_600_000;
  for (let index = 0; index < 45; index++)
    await createItem(app, model, {
      title: `Series ${index}`,
      created_at: new Date(start + Math.floor(index / 2) * 1_000),
    });
  const sizes: number[] = [];
  const seen: string[] = [];
  let next: string | null = "/api/videos-all?page=1&search=series&gender=1";
  while (next) {
    const { data, links, meta }: List = await list(next);
    sizes.push(data.length);
    seen.push(...data.map(({ title }) => title));
    expect(meta).toEqual({ current_page: sizes.length, last_page: 3 });
    leaptMs += 1_000;
    await createItem(app, model, { title: `Series late ${sizes.length}`, created_at: clock.now() });
    next = links.next;
  }
  expect(sizes).toEqual([20, 20, 5]);
  expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `Series ${44 - index}`));
  expect((await titles("/api/videos-all?search=series"))[0]).toBe("Series late 3");
  for (const query of ["search=series&page=9", "search=series&page=10000"]) {
    const pastEnd = await list(`/api/videos-all?${query}`);
    expect(pastEnd).toMatchObject({ data: [], links: { next: null }, meta: { last_page: 3 } });
  }
  expect((await list("/api/videos-all?search=nosuchseries&page=2")).meta).toEqual({
    current_page: 2,
    last_page: 1,
  });
});

/** Of every page, as somebody reads who begins now. */
async function titlesOf(path: string): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | null = path; next;) {
    const { data, links }: List = await list(next);
    seen.push(...data.map(({ title }) => title));
    next = links.next;
  }
  return seen;
}

test("a list goes on when the last item of the page before has been deleted meanwhile", async () => {
  const model = await app.model();
  const start = Date.now() - 3_600_000;
  for (let index = 0; index < 45; index++)
    await createItem(app, model, {
      title: `Diary ${index}`,
      created_at: new Date(start + index * 1_000),
    });
  for (const path of ["/api/videos-all?search=diary", `/api/model-profile-attachments/${model.login}`]) {
    const first = await list(path);
    const last = first.data.at(-1)?.id;
    const deleted = await app.call("DELETE", `/api/studio/content/${last}`, { as: model });
    expect(deleted.status, path).toBe(204);
    const second = await list(String(first.links.next));
    expect([second.data.length, second.meta.last_page], path).toEqual([20, 3]);
    expect([...first.data.slice(0, -1), ...second.data].map(({ title }) => title)).toEqual(
      (await titlesOf(path)).slice(0, 39),
    );
  }
});

test("R-LIST-04, R-LIST-16, R-API-28: posts are listed by the gender of their model and apart from videos", async () => {
  const [woman, man] = [await app.model(), await app.model()];
  const { catalog } = app.modules;
  const found = await catalog.model(app.db, man.id);
  if (!found) throw new Error("no model");
  await app.db
    .$extendTables<{ "catalog.model": { id: number; gender_id: number } }>()
    .updateTable("catalog.model")
    .set({ gender_id: 2 })
    .where("id", "=", man.id)
    .execute();
  await createItem(app, woman, { kind: "post", title: "Gendered by a woman" });
  await createItem(app, man, { kind: "post", title: "Gendered by a man" });
  await createItem(app, woman, { title: "Gendered video" });
  expect(await titles("/api/posts-all?search=gendered")).toEqual(["Gendered by a woman"]);
  expect(await titles("/api/posts-all?search=gendered&gender=2")).toEqual(["Gendered by a man"]);
  expect(await titles("/api/videos-all?search=gendered")).toEqual(["Gendered video"]);
  for (const query of ["page=0", "page=x", "gender=0", "until=soon"])
    expect((await app.call("GET", `/api/posts-all?${query}`)).status, query).toBe(422);
});

test("R-OPEN-18: a search matches titles and model names, regardless of case and accents, and takes wildcards literally", async () => {
  const model = await app.model();
  await createItem(app, model, { title: "Ánimo, otra vuelta" });
  await createItem(app, model, { title: "100% cotton_wool" });
  await createItem(app, model, { kind: "post", title: "Nothing", body: "secretword" });
  const find = (search: string) => titles(`/api/videos-all?search=${encodeURIComponent(search)}`);
  expect(await find("  ANIMO ")).toEqual(["Ánimo, otra vuelta"]);
  expect(await find("0% c")).toEqual(["100% cotton_wool"]);
  expect(await find("0_ c")).toEqual([]);
  expect(await find(model.login.toUpperCase())).toHaveLength(2);
  expect(await titles("/api/posts-all?search=secretword")).toEqual([]);
});

test("R-OPEN-46: what is marked for subscribers is open to the model's subscribers, and locked again when that ends", async () => {
  const [model, fan, other] = [await app.model(), await app.fan(), await app.fan()];
  const id = await createItem(app, model, { for_subscribers: true, title: "For subscribers" });
  const paid = await createItem(app, model, { title: "Paid by all" });
  await subscribe(app.db, fan, model, new Date(clock.now().getTime() + 86_400_000));
  const seenBy = async (as: Person, item: number) =>
    (await app.call("GET", `/api/videos/${item}`, { as })).body as unknown as Video;
  expect(await seenBy(fan, id)).toMatchObject({ payed: true, access: "subscription", price: 50 });
  expect((await seenBy(fan, id)).watchUrl).toContain("/private-files/");
  expect(await seenBy(fan, paid)).toMatchObject({ payed: false });
  expect(await seenBy(other, id)).toMatchObject({ payed: false, for_subscribers: true });
  const bought = await app.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: id },
  });
  expect(bought.body).toMatchObject({ success: true, balance: 0, item: { access: "subscription" } });
  leaptMs += 2 * 86_400_000;
  expect(await seenBy(fan, id)).toMatchObject({ payed: false, watchUrl: null });
});

test("R-NAV-21, R-NAV-22, R-OPEN-24, R-API-49: the menu counts what followed models published since the fan last looked, and nothing after a visit", async () => {
  const [liked, subscribed, stranger, fan] = [
    await app.model(),
    await app.model(),
    await app.model(),
    await app.fan(),
  ];
  const counters = async () => {
    const { body } = await app.call("GET", "/api/get-main-page-counters", { as: fan });
    return [body.not_seen_attachments, body.not_seen_posts];
  };
  const see = (what: "videos" | "posts") => app.call("POST", `/api/fan/seen-${what}`, { as: fan });
  const now = () => ({ created_at: clock.now() });
  await createItem(app, liked, now());
  expect(await counters()).toEqual([0, 0]);
  await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: liked.id } });
  await subscribe(app.db, fan, subscribed, new Date(clock.now().getTime() + 86_400_000));
  for (const model of [liked, subscribed, stranger]) await createItem(app, model, { kind: "post", ...now() });
  await createItem(app, liked, { visible: false, ...now() });
  const later = new Date(clock.now().getTime() + 3_600_000);
  await createItem(app, liked, { starts_at: later, ...now() });
  expect(await counters()).toEqual([1, 2]);
  expect((await see("videos")).status).toBe(204);
  expect(await counters()).toEqual([0, 2]);
  await see("posts");
  expect(await counters()).toEqual([0, 0]);
  leaptMs += 3_700_000;
  expect(await counters()).toEqual([1, 0]);
  await app.call("POST", "/api/fan/disliked-model", { as: fan, body: { model_id: liked.id } });
  expect(await counters()).toEqual([0, 0]);
});

test("a fan whom a model has banned finds their videos and posts in no list of several models, and nothing of them is counted as new", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  for (const kind of ["video", "post"] as const)
    await createItem(app, model, { kind, title: "Zugzwang evening", created_at: clock.now() });
  for (const as of [fan, other])
    await app.call("POST", "/api/fan/liked-model", { as, body: { model_id: model.id } });
  leaptMs += 1_000;
  const found = async (as: Person) => {
    const { body } = await app.call("GET", "/api/get-main-page-counters", { as });
    return [
      ...(await titles("/api/videos-all?search=zugzwang&gender=1", as)),
      ...(await titles("/api/posts-all?search=zugzwang&gender=1", as)),
      body.not_seen_attachments,
      body.not_seen_posts,
    ];
  };
  const all = ["Zugzwang evening", "Zugzwang evening", 1, 1];
  expect(await found(fan)).toEqual(all);
  await sql`insert into catalog.ban values (${model.id}, ${fan.id}, now())`.execute(app.owner);
  expect(await found(fan)).toEqual([0, 0]);
  expect(await found(other)).toEqual(all);
  await sql`delete from catalog.ban where fan_id = ${fan.id}`.execute(app.owner);
  expect(await found(fan)).toEqual(all);
});

test("a list whose places come from a copy that is behind shows nothing that has been taken off since, or is a blocked model's", async () => {
  const fan = await app.fan();
  const [blocked, stays] = [await app.model(), await app.model()];
  const title = "Seen late";
  const [off, theirs, left] = [
    await createItem(app, stays, { title }),
    await createItem(app, blocked, { title }),
    await createItem(app, stays, { title }),
  ];
  const now = await readsOfNow(app.db, null);
  try {
    await app.modules.catalog.block({ fanId: fan.id, modelId: blocked.id, blocked: true });
    await sql`update content.item set withdrawn_at = now() where id = ${off}`.execute(app.db);
    const query = { kind: "video", of: { genderId: 1 }, search: "seen late", page: 1, after: null } as const;
    const shown = async (fanId: number) => {
      const when = { until: clock.now(), now: clock.now() };
      const { rows } = await itemsPage({ db: app.db, lists: now.lists }, { ...query, ...when, fanId });
      return rows.map(({ id }) => id);
    };
    expect(await shown(fan.id)).toEqual([left]);
    expect(await shown(0)).toEqual([left, theirs]);
  } finally {
    await now.end();
  }
});
