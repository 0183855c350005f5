import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { registerMember } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";
import { randomName } from "#testing/random-name.ts";

const lines: string[] = [];
const app = testApp(undefined, () => ({
  log: createLogger("debug", { write: (line: string) => void lines.push(line) }),
}));

const secret = "verysecret.token.inanaddress";

test("R-AMB-10: no log line has the token of an address, whatever becomes of the request", async () => {
  const fan = await app.fan();
  const addresses = [
    `/?token=${secret}&model=anna`,
    `/api/gender?token=${secret}`,
    `/api/no-such-thing?token=${secret}`,
    `/api/fan/profile?token=${secret}`,
    `/auth/login-form?token=${secret}`,
    `/whep/nobody?token=${secret}`,
    `/livekit/nobody/rtc/validate?access_token=${secret}`,
    `/api/video-chat-rooms?page=zero&token=${secret}`,
    `/promo-stream/${secret}`,
    `/Promo-Stream/${secret}/`,
    `/%70romo-stream/${secret}`,
    `/fan/PromoStream/${secret}?x=1`,
    `/stop-notices/${secret}`,
    `/stop-notices/${secret}.data`,
    `/Stop-Notices/${secret}/?x=1`,
    `/%zz?token=${secret}`,
  ];
  for (const address of addresses) await app.call("GET", address, { as: fan });
  await app.call("POST", `/api/web_login?token=${secret}`, {
    body: { login: "nobody", password: secret },
    headers: { referer: `http://127.0.0.1/?token=${secret}`, cookie: `token=${secret}` },
  });
  await app.call("POST", `/stop-notices/${secret}`, { body: {} });
  expect(
    lines.filter((line) => line.includes("/api/gender")),
    "requests are logged",
  ).not.toEqual([]);
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  expect(lines.filter((line) => line.includes(fan.token))).toEqual([]);
});

test("R-AMB-10: no log line has the row that the database refuses", async () => {
  const login = randomName();
  await sql`alter table accounts.account add constraint refused check (login <> ${sql.lit(login)})`.execute(
    app.owner,
  );
  const refused = await registerMember(app, "en", false, { login, email: `${login}@example.test` }).catch(
    String,
  );
  await sql`alter table accounts.account drop constraint refused`.execute(app.owner);
  expect(refused).toContain("not registered");
  const [bug = "", ...others] = lines.filter((line) => line.includes('"msg":"bug"'));
  expect(others).toEqual([]);
  expect(JSON.parse(bug)).toMatchObject({ err: { code: "23514", table: "account", constraint: "refused" } });
  expect(lines.filter((line) => line.includes(login))).toEqual([]);
});
