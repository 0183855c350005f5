import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Member, registerMember } from "#testing/app/members.ts";
import { enrol, said } from "#testing/app/second-factor.ts";
import { testApp } from "#testing/app/test-app.ts";

const house = testApp(undefined, undefined, { STAFF_SECOND_FACTOR: "required" });

async function newStaff(): Promise<Member> {
  const member = await registerMember(house);
  await house.withTransaction((tx) =>
    sql`update accounts.account set role = 'admin' where id = ${member.id}`.execute(tx),
  );
  return member;
}

const desk = (as: Member) => house.call("GET", "/api/admin/models", { as });
const profile = async (as: Member) => (await house.call("GET", "/api/fan/profile", { as })).body;

test("OWASP ASVS 6.3.3: where staff needs a second factor, the desk opens with it only, and the own account before", async () => {
  const staff = await newStaff();
  expect(said(await desk(staff))).toEqual([403, "second_factor_needed"]);
  expect(await profile(staff)).toMatchObject({ second_factor_needed: true, has_second_factor: false });
  const { recoveryCodes } = await enrol(house, staff, new Date());
  expect((await desk(staff)).status).toBe(200);
  expect(await profile(staff)).toMatchObject({ second_factor_needed: false, has_second_factor: true });
  const body = { current_password: staff.password, one_time_code: recoveryCodes[0] };
  expect((await house.call("POST", "/api/fan/remove-second-factor", { as: staff, body })).status).toBe(204);
  expect(said(await desk(staff))).toEqual([403, "second_factor_needed"]);
});

test("an enrolment that nobody confirmed opens no desk", async () => {
  const staff = await newStaff();
  const body = { current_password: staff.password };
  expect((await house.call("POST", "/api/fan/enrol-second-factor", { as: staff, body })).status).toBe(200);
  expect(said(await desk(staff))).toEqual([403, "second_factor_needed"]);
});

test("fans and models go on without, and are told apart from staff as before", async () => {
  const [fan, model] = [await registerMember(house), await registerMember(house, "en", true)];
  expect(said(await desk(fan))).toEqual([403, "forbidden"]);
  expect((await house.call("GET", "/api/studio", { as: model })).status).toBe(200);
  expect(await profile(fan)).toMatchObject({ second_factor_needed: false });
});
