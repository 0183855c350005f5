import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { type RawBuilder, sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { type Member, registerListedModel, registerMember, signInAgain } from "#testing/app/members.ts";
import { tablesContaining } from "#testing/database/dump.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);

const close = (app: NamedApp, as: Member) =>
  app
    .call("POST", "/api/fan/block-user", { as, body: { current_password: as.password } })
    .then(({ status }) => status)
    .catch(() => "no answer");

/** Everything about one person that the end of an account changes. */
async function stateOf({ id }: Member) {
  const rows = sql<Record<string, unknown>>`
    select status, closed_at is not null as closed,
      (select count(*)::int from accounts.session where account_id = ${id} and revoked_at is null) as sessions,
      (select count(*)::int from accounts.mailed_link where account_id = ${id}) as links,
      (select closed_at is not null from catalog.model where model.id = account.id) as page_closed,
      (select closed_at is not null from live.room where model_id = account.id) as room_closed
    from accounts.account where id = ${id}`;
  return (await readRows(database.db, rows))[0];
}

const ended = { status: "blocked", closed: true, sessions: 0, links: 0 };

test(
  "R-ACCT-19, R-OPEN-15: kill -9 amid the deletion of accounts: each is deleted whole or not at all, and can be deleted then",
  {
    timeout: 90_000,
  },
  async () => {
    const app = await apps.start();
    const [early, late, done] = [
      await registerMember(app),
      await registerMember(app),
      await registerMember(app),
    ];
    const [model, other] = [
      await registerListedModel(app, database.db),
      await registerListedModel(app, database.db, "es"),
    ];
    const people = [early, late, model, other];
    const before = await Promise.all(people.map(stateOf));
    expect(before.every((state) => state?.sessions === 1 && state.links === 1 && !state.closed)).toBe(true);

    // Each stands still somewhere else: at the first change, at the last one, at a model's page and at their room.
    const stop = await lockBarrier(database.owner, async (tx) => {
      const lock = (rows: RawBuilder<unknown>) => sql`select from ${rows} for update`.execute(tx);
      await lock(sql`accounts.mailed_link where account_id = ${early.id}`);
      await lock(sql`accounts.session where account_id = ${late.id}`);
      await lock(sql`catalog.model where id = ${model.id}`);
      await lock(sql`live.room where model_id = ${other.id}`);
    });
    const answers = Promise.all(people.map((person) => close(app, person)));
    expect(await close(app, done)).toBe(204);
    await stop.reached(app.name, people.length);
    const killed = app.kill();
    await stop.release();
    await killed;
    expect(await answers).toEqual(people.map(() => "no answer"));
    expect(await Promise.all(people.map(stateOf))).toEqual(before);
    expect(await stateOf(done)).toMatchObject(ended);

    const next = await apps.start();
    expect((await signInAgain(next, done, done.password)).status).toBe(403);
    for (const person of people) {
      expect((await next.call("GET", "/api/fan/profile", { as: person })).status).toBe(200);
      expect(await close(next, person)).toBe(204);
      expect(await stateOf(person)).toMatchObject(ended);
    }
    expect(await stateOf(model)).toMatchObject({ page_closed: true, room_closed: true });
  },
);

test(
  "R-OPEN-15: kill -9 amid the erasure after 30 days: a person is erased whole or not at all, and wholly by the next turn",
  {
    timeout: 90_000,
  },
  async () => {
    const app = await apps.start();
    const people = [await registerMember(app), await registerMember(app), await registerMember(app)] as const;
    const [first, second, third] = people;
    for (const [n, person] of people.entries()) {
      await wearPicture(app, person);
      expect(await close(app, person)).toBe(204);
      await sql`update accounts.account set closed_at = now() - make_interval(days => ${40 - n}) where id = ${person.id}`.execute(
        database.db,
      );
    }
    const pictures = () => readdir(path.join(apps.dataDir, "files", "avatars"));
    expect(await pictures(), "they went with the accounts").toEqual([]);
    const before = await Promise.all(
      [second, third].map(({ login }) => tablesContaining(database.db, login)),
    );
    expect(before[0]).toEqual(expect.arrayContaining(["accounts.account", "mail.message"]));

    // The second one's texts and emails are gone when the process dies, but not the account.
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from accounts.session where account_id = ${second.id} for update`.execute(tx),
    );
    await apps.job("erase_accounts");
    await stop.reached(app.name, 1);
    const killed = app.kill();
    await stop.release();
    await killed;
    expect(await tablesContaining(database.db, first.login)).toEqual([]);
    expect(
      await Promise.all([second, third].map(({ login }) => tablesContaining(database.db, login))),
    ).toEqual(before);

    await apps.start();
    await apps.job("erase_accounts");
    await until(async () => (await tablesContaining(database.db, third.login)).length === 0, "the erasure");
    for (const { login, email } of people) {
      expect(await tablesContaining(database.db, login)).toEqual([]);
      expect(await tablesContaining(database.db, email)).toEqual([]);
    }
  },
);

test(
  "kill -9 between keeping a picture and writing down whose it is leaves a file that the next sweep forgets, and no other",
  {
    timeout: 90_000,
  },
  async () => {
    const app = await apps.start();
    const fan = await registerMember(app);
    const folder = path.join(apps.dataDir, "files", "avatars");
    await wearPicture(app, fan);
    const [worn = ""] = await readdir(folder);
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from accounts.account where id = ${fan.id} for update`.execute(tx),
    );
    const changing = wearPicture(app, fan).catch(() => "no answer");
    await stop.reached(app.name, 1);
    const killed = app.kill();
    await stop.release();
    await killed;
    expect(await changing).toBe("no answer");
    const left = await readdir(folder);
    expect(left).toHaveLength(2);
    const lost = left.find((name) => name !== worn) ?? "";

    const next = await apps.start();
    await apps.job("sweep_avatars");
    const anHourAgo = new Date(Date.now() - 3_700_000);
    for (const name of left) await utimes(path.join(folder, name), anHourAgo, anHourAgo);
    await wearPicture(next, await registerMember(next));
    await apps.job("sweep_avatars");
    await until(async () => !(await readdir(folder)).includes(lost), "the sweep");
    expect(await readdir(folder)).toHaveLength(2);
    expect(await readdir(folder)).toContain(worn);
  },
);

async function wearPicture(app: NamedApp, as: Member): Promise<void> {
  const form = new FormData();
  const square = sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } });
  form.append("avatar", new Blob([new Uint8Array(await square.png().toBuffer())]), "me.png");
  const { status } = await app.call("POST", `/api/fan/store-avatar/${as.id}`, { as, body: form });
  expect(status).toBe(200);
}
