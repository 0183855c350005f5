import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Member, registerMember } from "#testing/app/members.ts";
import { enrol, statusAndCode } from "#testing/app/second-factor.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp(undefined, undefined, { STAFF_SECOND_FACTOR: "required" });

async function newStaff(): Promise<Member> {
  const member = await registerMember(app);
  await app.withTransaction((tx) =>
    sql`update accounts.account set role = 'admin' where id = ${member.id}`.execute(tx),
  );
  return member;
}

const adminModels = (as: Member) => app.call("GET", "/api/admin/models", { as });
const profile = async (as: Member) => (await app.call("GET", "/api/fan/profile", { as })).body;

test("OWASP ASVS 6.3.3: where staff needs a second factor, the admin area opens with it only, and the own account before", async () => {
  const staff = await newStaff();
  expect(statusAndCode(await adminModels(staff))).toEqual([403, "second_factor_needed"]);
  expect(await profile(staff)).toMatchObject({ second_factor_needed: true, has_second_factor: false });
  const { recoveryCodes } = await enrol(app, staff, new Date());
  expect((await adminModels(staff)).status).toBe(200);
  expect(await profile(staff)).toMatchObject({ second_factor_needed: false, has_second_factor: true });
  const body = { current_password: staff.password, one_time_code: recoveryCodes[0] };
  expect((await app.call("POST", "/api/fan/remove-second-factor", { as: staff, body })).status).toBe(204);
  expect(statusAndCode(await adminModels(staff))).toEqual([403, "second_factor_needed"]);
});

test("an enrolment that nobody confirmed does not open the admin area", async () => {
  const staff = await newStaff();
  const body = { current_password: staff.password };
  expect((await app.call("POST", "/api/fan/enrol-second-factor", { as: staff, body })).status).toBe(200);
  expect(statusAndCode(await adminModels(staff))).toEqual([403, "second_factor_needed"]);
});

test("fans and models go on without, and are told apart from staff as before", async () => {
  const [fan, model] = [await registerMember(app), await registerMember(app, "en", true)];
  expect(statusAndCode(await adminModels(fan))).toEqual([403, "forbidden"]);
  expect((await app.call("GET", "/api/studio", { as: model })).status).toBe(200);
  expect(await profile(fan)).toMatchObject({ second_factor_needed: false });
});
