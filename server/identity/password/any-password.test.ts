import { expect, test } from "vitest";
import { registerMember, signInAgain } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp(undefined, undefined, { GUESSABLE_PASSWORDS: "allowed" });
const twice = (password: string) => ({ password, password_confirmation: password });

test.each(["secret123", "Test1234", "Password123!", "123456"])(
  "R-AUTH-04, R-OPEN-04: where guessable passwords are allowed, as in the demo, %s opens an account and signs in",
  async (password) => {
    const fan = await registerMember(app, "en", false, twice(password));
    expect((await signInAgain(app, fan, password)).status).toBe(200);
  },
);

test("R-OPEN-04, R-API-46: where guessable passwords are allowed, a change is checked by the length too", async () => {
  const fan = await registerMember(app);
  const change = (password: string) =>
    app.call("POST", `/api/fan/store-password/${fan.id}`, {
      as: fan,
      body: { current_password: fan.password, ...twice(password) },
    });
  expect((await change("12345")).status).toBe(422);
  expect((await change(fan.login)).status).toBe(200);
  expect((await signInAgain(app, fan, fan.login)).status).toBe(200);
});
