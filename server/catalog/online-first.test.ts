import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
type List = { data: { login: string }[]; links: { next: string | null } };
const open = async (path: string, as?: Person) =>
  (await app.call("GET", path, as ? { as } : {})).body as unknown as List;
const loginsOf = ({ data }: List) => data.map(({ login }) => login);

/** A model of a gender of their own, who was seen last so many hours ago; null: never. */
async function seen(genderId: number, hoursAgo: number | null): Promise<Person> {
  const model = await app.model();
  await sql`update catalog.model set gender_id = ${genderId}, last_connection = now() - ${hoursAgo}::int * interval '1 hour'
    where id = ${model.id}`.execute(app.db);
  return model;
}

const hour = 3_600_000;
/** The models came so many hours ago, and are here still. */
const came = (models: readonly Person[], hoursAgo: number) =>
  app.withTransaction((tx) =>
    app.modules.catalog.renewPresence(
      tx,
      models.map(({ id }) => id),
      { at: new Date(Date.now() - hoursAgo * hour), until: new Date(Date.now() + hour) },
    ),
  );
async function leave(models: readonly Person[]): Promise<void> {
  const ids = models.map(({ id }) => id);
  await sql`update catalog.presence set until = now() - interval '1 second' where model_id = any(${ids})`.execute(
    app.db,
  );
  await app.withTransaction((tx) => app.modules.catalog.endPresence(tx, new Date()));
}

test("R-OPEN-17, R-API-22: rooms and favourites show who streams, then who is online, however long ago they came, then the last seen", async () => {
  const [left, never, early, late, live] = [
    await seen(2, 1),
    await seen(2, null),
    await seen(2, 40),
    await seen(2, 40),
    await seen(2, 50),
  ];
  await came([early], 5);
  await came([late], 3);
  await app.modules.rooms.publisherTurned(live.login, "started");
  const expected = [live, late, early, left, never].map(({ login }) => login);
  expect(loginsOf(await open("/api/video-chat-rooms?gender=2"))).toEqual(expected);
  const us = await open("/api/video-chat-rooms?gender=2&country=US");
  expect(loginsOf(us), "narrowed").toEqual(expected);

  const fan = await app.fan();
  for (const { id } of [left, never, early, late, live])
    await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: id } });
  expect(loginsOf(await open("/api/fan/favorite-models", fan))).toEqual(expected);

  await leave([early]);
  const after = [live, late, early, left, never].map(({ login }) => login);
  expect(loginsOf(await open("/api/video-chat-rooms?gender=2")), "gone this moment").toEqual(after);
  expect(loginsOf(await open("/api/video-chat-rooms?gender=2&sort=cheapest"))[0]).toBe(live.login);
});

test.each([
  { narrowed: "", genderId: 3 },
  { narrowed: "&rate_max=10000", genderId: 4 },
])(
  "R-LIST-06, R-OPEN-17: nobody is skipped or comes twice while some who are online leave between the pages: %o",
  async ({ narrowed, genderId }) => {
    const models: Person[] = [];
    for (let count = 0; count < 66; count++) models.push(await seen(genderId, count % 4 ? count % 5 : null));
    const here = models.slice(0, 46);
    for (const model of here) await came([model], model.id % 7);
    await app.modules.rooms.publisherTurned(models[0]?.login ?? "", "started");
    const logins: string[] = [];
    const online: boolean[] = [];
    let next: string | null = `/api/video-chat-rooms?gender=${genderId}${narrowed}`;
    while (next !== null) {
      const page: List = await open(next);
      logins.push(...loginsOf(page));
      online.push(...loginsOf(page).map((login) => here.some((model) => model.login === login)));
      next = page.links.next;
      if (logins.length === 20) {
        const [shown, unseen] = [true, false].map((wanted) =>
          here.slice(1).filter(({ login }) => logins.includes(login) === wanted),
        );
        await leave([...(shown ?? []).slice(0, 3), ...(unseen ?? []).slice(0, 3)]);
      }
    }
    expect(logins.toSorted()).toEqual(models.map(({ login }) => login).toSorted());
    expect(online.slice(0, 43), "who stayed, and who was shown before they left").toEqual(
      Array(43).fill(true),
    );
  },
);
