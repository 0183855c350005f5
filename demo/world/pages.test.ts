import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { testApp } from "#testing/app/test-app.ts";
import { stillAddress } from "../art.ts";
import { seedAccounts } from "./accounts.ts";
import { seedPages } from "./pages.ts";

const app = testApp();
let ids: ReadonlyMap<string, number>;

beforeAll(async () => {
  ids = await seedAccounts(app.db, app.modules);
});

const seed = () => seedPages(app.db, app.modules, ids, systemClock);
const pageOf = (login: string) => app.modules.catalog.model(app.db, login, "system");

test("what a model or the staff changed on a page of the demo is still changed after the next start", async () => {
  await seed();
  expect(await pageOf("luna")).toMatchObject({ listed: true, avatar: stillAddress("luna", "avatarLarge") });
  await sql`
    update catalog.model set artistic_name = 'Another', bio_en = '', bio_es = 'otra', languages = '{it}', country = 'IT',
      rate_private = 77, tags = '{}', listing = 'draft', avatar = '/own.webp', picture_keys = '{own.webp}'
    where login = 'luna'`.execute(app.db);
  const changed = await pageOf("luna");
  const other = await pageOf("aria");
  await seed();
  expect(await pageOf("luna")).toEqual(changed);
  expect(changed).toMatchObject({ artistic_name: "Another", rate_private: 77, listing: "draft" });
  expect(await pageOf("aria")).toEqual(other);
});

test("pictures of the demo that have been drawn again replace those before, and nothing else of the page", async () => {
  await seed();
  const drawn = await pageOf("mateo");
  await sql`
    update catalog.model set avatar = '/world/before/mateo.webp', tall = '/world/before/mateo.webp', bio_en = 'mine',
      rate_vip = 99 where login = 'mateo'`.execute(app.db);
  await seed();
  expect(await pageOf("mateo")).toEqual({ ...drawn, bio_en: "mine", rate_vip: 99 });
});
