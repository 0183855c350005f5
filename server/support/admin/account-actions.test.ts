import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Member, registerMember, signInAgain } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { codeAt, enrol, statusAndCode } from "#testing/app/second-factor.ts";
import { testApp } from "#testing/app/test-app.ts";
import { emailTo } from "#testing/email/inbox.ts";
import { until } from "#testing/until.ts";

const app = testApp();

let staff: Member;
let fan: Member;
beforeAll(async () => {
  staff = await newStaff();
});
beforeEach(async () => {
  fan = await registerMember(app);
});

/** Somebody of the staff who has a password. */
async function newStaff(): Promise<Member> {
  const member = await registerMember(app);
  await app.withTransaction((tx) =>
    sql`update accounts.account set role = 'admin' where id = ${member.id}`.execute(tx),
  );
  return member;
}

const remove = (id: number, more: object = {}, as = staff) =>
  app.call("POST", `/api/admin/accounts/${id}/remove-second-factor`, {
    as,
    body: { reason: "lost phone, known by their papers", client_id: randomUUID(), ...more },
  });
const logOf = async () => (await app.modules.support.log({ target: `account:${fan.id}`, page: 1 })).rows;

test("OWASP ASVS 6.4.4: staff remove a lost second factor by their own password, once: log, email, and every session ends", async () => {
  await enrol(app, fan, new Date());
  const order = { current_password: staff.password, client_id: randomUUID() };
  const removed = await remove(fan.id, order);
  expect([removed.status, removed.body.ended]).toEqual([200, 1]);
  const again = await remove(fan.id, order);
  expect([again.status, again.body.ended]).toEqual([200, 0]);
  expect(await logOf()).toMatchObject([
    { action: "remove_second_factor", staff_login: staff.login, reason: "lost phone, known by their papers" },
  ]);
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).status).toBe(401);
  expect((await signInAgain(app, fan, fan.password)).status).toBe(200);
  await emailTo(app, fan.email, "Support turned two-step login off");
});

test("OWASP ASVS 6.4.4: an open admin session is not enough, and nothing happens without a reason", async () => {
  await enrol(app, fan, new Date());
  expect(statusAndCode(await remove(fan.id))).toEqual([422, "password_required"]);
  expect(statusAndCode(await remove(fan.id, { current_password: "not mine" }))).toEqual([
    422,
    "wrong_password",
  ]);
  const unsaid = await remove(fan.id, { current_password: staff.password, reason: " " });
  expect(unsaid.status).toBe(422);
  expect(await logOf()).toEqual([]);
  expect(statusAndCode(await signInAgain(app, fan, fan.password))).toEqual([401, "second_factor_required"]);
});

test("staff with a second factor also enter its code, and remove their own in the settings only", async () => {
  const guarded = await newStaff();
  const begun = new Date();
  const { secret } = await enrol(app, guarded, begun);
  await enrol(app, fan, begun);
  const current_password = guarded.password;
  const one_time_code = codeAt(secret, new Date(begun.getTime() + 30_000));
  const own = await remove(guarded.id, { current_password, one_time_code }, guarded);
  expect(statusAndCode(own)).toEqual([409, "own_account"]);
  expect(statusAndCode(await remove(fan.id, { current_password }, guarded))).toEqual([422, "code_required"]);
  const removed = await remove(fan.id, { current_password, one_time_code }, guarded);
  expect(removed.status).toBe(200);
});

test("nothing is taken off an account that has none, or of nobody", async () => {
  const current_password = staff.password;
  expect(statusAndCode(await remove(fan.id, { current_password }))).toEqual([409, "no_second_factor"]);
  expect(statusAndCode(await remove(999_999_999, { current_password }))).toEqual([404, "unknown_account"]);
  expect(await logOf()).toEqual([]);
});

test("OWASP ASVS 7.4.5: staff end every session of a user, sockets too, once, with a reason in the log", async () => {
  const page = await listen(app, [`person:${fan.id}`], fan);
  const profile = async () => (await app.call("GET", "/api/fan/profile", { as: fan })).status;
  const client_id = randomUUID();
  const end = (reason: string, id = fan.id) =>
    app.call("POST", `/api/admin/accounts/${id}/end-sessions`, { as: staff, body: { reason, client_id } });
  expect((await end("")).status).toBe(422);
  expect(await profile()).toBe(200);
  expect((await end("a stolen phone")).body).toEqual({ ended: 1 });
  await until(() => page.messages.some(([kind]) => kind === "cut"), "the cut");
  expect(await profile()).toBe(401);
  expect((await end("a stolen phone")).body).toEqual({ ended: 0 });
  expect((await end("another reason")).status).toBe(409);
  expect((await end("a stolen phone", 987_654_321)).status).toBe(404);
  const { body } = await app.call("GET", `/api/admin/log?target=account:${fan.id}`, { as: staff });
  expect(body.data).toMatchObject([{ action: "end_sessions", staff: staff.login, reason: "a stolen phone" }]);
});
