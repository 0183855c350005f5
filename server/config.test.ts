import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
  DEMO: "0",
  PUBLIC_ORIGIN: "https://fanlight.example",
  JWT_SECRET: "a secret of at least 32 characters.",
  SMTP_URL: "smtps://user:p%40ss@mail.example:465",
};

test("a deployment without a way for mails does not start", () => {
  expect(readConfig(production)).toMatchObject({
    smtpUrl: production.SMTP_URL,
    mailFrom: "no-reply@fanlight.example",
  });
  expect(() => readConfig({ ...production, SMTP_URL: "" })).toThrow(/SMTP_URL: required when DEMO=0/);
});

test("staff need a second factor in a deployment and not in the demo, unless configured otherwise", () => {
  expect(readConfig(production).staffSecondFactor).toBe(true);
  expect(readConfig({}).staffSecondFactor).toBe(false);
  expect(readConfig({ ...production, STAFF_SECOND_FACTOR: "optional" }).staffSecondFactor).toBe(false);
  expect(readConfig({ STAFF_SECOND_FACTOR: "required" }).staffSecondFactor).toBe(true);
});

test.each(["mail.example:25", "http://mail.example", "smtp://", "smtp:mail"])(
  "%s is no mail server",
  (SMTP_URL) => {
    expect(() => readConfig({ ...production, SMTP_URL })).toThrow(ConfigError);
  },
);

test("the demo needs no mail server, and uses one when it is named", () => {
  expect(readConfig({}).smtpUrl).toBeNull();
  expect(readConfig({ SMTP_URL: "smtp://127.0.0.1:2525" }).smtpUrl).toBe("smtp://127.0.0.1:2525");
});

test("leaked passwords are asked after only where a service is named", () => {
  expect(readConfig({}).pwnedPasswordsUrl).toBeNull();
  expect(readConfig({ PWNED_PASSWORDS_URL: "https://ranges.example/" }).pwnedPasswordsUrl).toBe(
    "https://ranges.example",
  );
  expect(() => readConfig({ PWNED_PASSWORDS_URL: "ranges.example" })).toThrow(/^PWNED_PASSWORDS_URL: /);
});

test("an owner of the tables is named beside the role that uses them only", () => {
  const both = { DATABASE_URL: "postgres://app@db/x", DATABASE_OWNER_URL: "postgres://owner@db/x" };
  expect(readConfig(both)).toMatchObject({ databaseOwnerUrl: both.DATABASE_OWNER_URL });
  expect(() => readConfig({ ...both, DATABASE_URL: "" })).toThrow(/^DATABASE_OWNER_URL: needs DATABASE_URL/);
});

test("all of the demo's rooms are on air unless some are named", () => {
  expect(readConfig({}).demoRooms).toBeNull();
  expect(readConfig({ DEMO_ROOMS: "luna,aria" }).demoRooms).toEqual(["luna", "aria"]);
  expect(() => readConfig({ DEMO_ROOMS: "luna, aria" })).toThrow(/DEMO_ROOMS/);
});
