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

const bucket = {
  S3_ENDPOINT: "https://s3.example:9000/",
  S3_BUCKET: "fanlight-files",
  S3_ACCESS_KEY: "a key",
  S3_SECRET_KEY: "a secret",
};

test("files lie in the data folder unless a bucket is named, in the usual region unless another is", () => {
  expect(readConfig({}).s3).toBeNull();
  const place = {
    endpoint: "https://s3.example:9000",
    region: "us-east-1",
    bucket: "fanlight-files",
    accessKey: "a key",
    secretKey: "a secret",
  };
  expect(readConfig(bucket).s3).toEqual(place);
  expect(readConfig({ ...bucket, S3_REGION: "eu-west-1" }).s3).toEqual({ ...place, region: "eu-west-1" });
});

test.each(Object.keys(bucket))("a bucket without %s stops the start by name", (name) => {
  expect(() => readConfig({ ...bucket, [name]: "" })).toThrow(
    new ConfigError(`${name}: required where other S3_ settings are`),
  );
});

test("half a place for files, and what is none, are refused by name", () => {
  expect(() => readConfig({ S3_REGION: "eu-west-1" })).toThrow(/^S3_ENDPOINT: required(.|\n)+^S3_BUCKET: /m);
  for (const S3_ENDPOINT of [
    "s3.example",
    "ftp://s3.example",
    "https://s3.example/files",
    "https://a:b@s3.example",
  ])
    expect(() => readConfig({ ...bucket, S3_ENDPOINT }), S3_ENDPOINT).toThrow(/^S3_ENDPOINT: must be/);
  expect(() => readConfig({ ...bucket, S3_BUCKET: "Our Files" })).toThrow(/^S3_BUCKET: must be/);
});
