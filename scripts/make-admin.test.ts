import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { poolOf } from "#server/kit/database/database.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const databaseUrl = () => poolOf(app.db).options.connectionString;
const empty = mkdtempSync(path.join(tmpdir(), "fanlight-admin-"));
afterAll(() => rmSync(empty, { recursive: true, force: true }));

/** The output of the command and how it ends. */
function makeAdmin(args: string[], env: NodeJS.ProcessEnv = { DATABASE_URL: databaseUrl() }) {
  return new Promise<{ code: number | null; printed: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/make-admin.ts", ...args], {
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", ...env },
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        printed += chunk;
      });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, printed: printed.trim() }));
  });
}

const people = () => ({
  change: (id: number, set: string) =>
    app.withTransaction((tx) =>
      sql`update accounts.account set ${sql.raw(set)} where id = ${id}`.execute(tx),
    ),
  account: (id: number) => app.modules.identity.byId(app.db, id),
});

test("an operator makes a confirmed account one of the staff: sessions end, the log of the staff records it", async () => {
  const fan = await app.fan();
  const { change, account } = people();
  await change(fan.id, "validation = 'confirmed', status = 'active'");
  const made = await makeAdmin([fan.login.toUpperCase()]);
  expect(made).toEqual({
    code: 0,
    printed: `${fan.login} is an administrator now and has to sign in again (sessions ended: 1).`,
  });
  expect((await account(fan.id))?.role).toBe("admin");
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).status).toBe(401);
  const { rows } = await app.modules.support.log({ target: `account:${fan.id}`, page: 1 });
  expect(rows).toMatchObject([{ action: "make_admin", staff_login: "operator", label: fan.login }]);
  const again = await makeAdmin([fan.login]);
  expect(again.code).toBe(1);
  expect(again.printed).toContain("administrator already");
});

test("the open pages of somebody who is made staff are cut within a moment, and nobody else's", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  await people().change(fan.id, "validation = 'confirmed', status = 'active'");
  const page = await listen(app, [`person:${fan.id}`], fan);
  const others = await listen(app, [`person:${other.id}`], other);
  expect((await makeAdmin([fan.login])).code).toBe(0);
  await until(
    () => page.messages.some(([kind, reason]) => kind === "cut" && reason === "logged_out"),
    "the cut",
  );
  expect(others.messages.some(([kind]) => kind === "cut")).toBe(false);
  others.close();
});

test("nobody else becomes staff: an unconfirmed, a blocked, a model's, an unknown account, an email address", async () => {
  const [fan, blocked, model] = [await app.fan(), await app.fan(), await app.model()];
  const { change, account } = people();
  await change(blocked.id, "validation = 'confirmed', status = 'blocked'");
  const refused: [string, string][] = [
    [fan.login, "not confirmed"],
    [blocked.login, "closed or suspended"],
    [model.login, "a model's"],
    ["nobody-of-this-name", "no account"],
    [`${fan.login}@example.test`, "no account"],
  ];
  for (const [login, why] of refused) {
    const { code, printed } = await makeAdmin([login]);
    expect({ code, printed }).toEqual({ code: 1, printed: expect.stringContaining(why) });
  }
  for (const { id } of [fan, blocked, model]) expect((await account(id))?.role).not.toBe("admin");
});

test("without a login, a database or one of Fanlight's, the command reports it in a line and makes none", async () => {
  expect(await makeAdmin([])).toEqual({ code: 1, printed: "Usage: npm run make-admin -- LOGIN" });
  const away = await makeAdmin(["ana"], { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  expect(away).toEqual({ code: 1, printed: "The database cannot be reached." });
  const none = await makeAdmin(["ana"], { DATA_DIR: empty });
  expect(none).toEqual({
    code: 1,
    printed: expect.stringMatching(/^There is no database in .+ once first\.$/),
  });
});
