import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Member, registerMember, signInAgain } from "#testing/app/members.ts";
import { codeAt, enrol, said } from "#testing/app/second-factor.ts";
import { testApp } from "#testing/app/test-app.ts";
import { mailTo } from "#testing/mail/inbox.ts";

const house = testApp();

let staff: Member;
let fan: Member;
beforeAll(async () => {
  staff = await newStaff();
});
beforeEach(async () => {
  fan = await registerMember(house);
});

/** Somebody of the staff who has a password. */
async function newStaff(): Promise<Member> {
  const member = await registerMember(house);
  await house.withTransaction((tx) =>
    sql`update accounts.account set role = 'admin' where id = ${member.id}`.execute(tx),
  );
  return member;
}

const remove = (id: number, more: object = {}, as = staff) =>
  house.call("POST", `/api/admin/accounts/${id}/remove-second-factor`, {
    as,
    body: { reason: "lost phone, known by her papers", client_id: randomUUID(), ...more },
  });
const logOf = async () =>
  (await house.app.modules.support.log({ target: `account:${fan.id}`, page: 1 })).rows;

test("OWASP ASVS 6.4.4: staff takes a lost second factor off by their own password, once: log, mail, and every session ends", async () => {
  await enrol(house, fan, new Date());
  const order = { current_password: staff.password, client_id: randomUUID() };
  const removed = await remove(fan.id, order);
  expect([removed.status, removed.body.ended]).toEqual([200, 1]);
  const again = await remove(fan.id, order);
  expect([again.status, again.body.ended]).toEqual([200, 0]);
  expect(await logOf()).toMatchObject([
    { action: "remove_second_factor", staff_login: staff.login, reason: "lost phone, known by her papers" },
  ]);
  expect((await house.call("GET", "/api/fan/profile", { as: fan })).status).toBe(401);
  expect((await signInAgain(house, fan, fan.password)).status).toBe(200);
  await mailTo(house, fan.email, "Support has turned two-step login off");
});

test("OWASP ASVS 6.4.4: an open desk is not enough, and nothing happens without a reason", async () => {
  await enrol(house, fan, new Date());
  expect(said(await remove(fan.id))).toEqual([422, "password_required"]);
  expect(said(await remove(fan.id, { current_password: "not mine" }))).toEqual([422, "wrong_password"]);
  const unsaid = await remove(fan.id, { current_password: staff.password, reason: " " });
  expect(unsaid.status).toBe(422);
  expect(await logOf()).toEqual([]);
  expect(said(await signInAgain(house, fan, fan.password))).toEqual([401, "second_factor_required"]);
});

test("staff with a second factor of their own tell a code too, and take their own off in the settings only", async () => {
  const guarded = await newStaff();
  const begun = new Date();
  const { secret } = await enrol(house, guarded, begun);
  await enrol(house, fan, begun);
  const current_password = guarded.password;
  const one_time_code = codeAt(secret, new Date(begun.getTime() + 30_000));
  const own = await remove(guarded.id, { current_password, one_time_code }, guarded);
  expect(said(own)).toEqual([409, "own_account"]);
  expect(said(await remove(fan.id, { current_password }, guarded))).toEqual([422, "code_required"]);
  const removed = await remove(fan.id, { current_password, one_time_code }, guarded);
  expect(removed.status).toBe(200);
});

test("nothing is taken off an account that has none, or of nobody", async () => {
  const current_password = staff.password;
  expect(said(await remove(fan.id, { current_password }))).toEqual([409, "no_second_factor"]);
  expect(said(await remove(999_999_999, { current_password }))).toEqual([404, "unknown_account"]);
  expect(await logOf()).toEqual([]);
});
