import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { newVapidKey } from "./config/vapid-key.ts";

const production = {
  DEMO: "0",
  SITE_NAME: "Cams",
  STATEMENT_DESCRIPTOR: "CAMS",
  PUBLIC_ORIGIN: "https://fanlight.example",
  JWT_SECRET: "a secret of at least 32 characters.",
  SMTP_URL: "smtps://user:p%40ss@mail.example:465",
};

test("a deployment without an email transport does not start", () => {
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

test("passwords that are tried first are refused in a deployment and not in the demo, unless configured otherwise", () => {
  expect(readConfig(production).guessablePasswords).toBe("refused");
  expect(readConfig({}).guessablePasswords).toBe("allowed");
  expect(readConfig({ GUESSABLE_PASSWORDS: "refused" }).guessablePasswords).toBe("refused");
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

test("a standby is named beside the database that it follows only", () => {
  const both = { DATABASE_URL: "postgres://app@db/x", DATABASE_REPLICA_URL: "postgres://app@copy/x" };
  expect(readConfig(both)).toMatchObject({ databaseReplicaUrl: both.DATABASE_REPLICA_URL });
  expect(() => readConfig({ ...both, DATABASE_URL: "" })).toThrow(
    /^DATABASE_REPLICA_URL: needs DATABASE_URL/,
  );
});

test("how many connections a node takes is the operator's choice, within what it needs", () => {
  expect(readConfig({}).databasePool).toBe(16);
  expect(readConfig({ DATABASE_POOL: "40" }).databasePool).toBe(40);
  expect(readConfig({ DATABASE_POOL: "10" }).databasePool).toBe(10);
  expect(() => readConfig({ DATABASE_POOL: "9" })).toThrow(/^DATABASE_POOL: /);
});

test("all of the demo's rooms are on air unless some are named, and its fans tip unless that is off", () => {
  expect(readConfig({}).demoRooms).toBeNull();
  expect(readConfig({ DEMO_ROOMS: "luna,aria" }).demoRooms).toEqual(["luna", "aria"]);
  expect(() => readConfig({ DEMO_ROOMS: "luna, aria" })).toThrow(/DEMO_ROOMS/);
  expect([readConfig({}), readConfig({ DEMO_TIPS: "0" })].map(({ demoTips }) => demoTips)).toEqual([
    true,
    false,
  ]);
});

test("the demo's gateways have no faults unless some are asked for", () => {
  expect(readConfig({}).demoFaultRate).toBe(0);
  expect(readConfig({ DEMO_FAULTS: "12.5" }).demoFaultRate).toBe(0.125);
  expect(() => readConfig({ DEMO_FAULTS: "101" })).toThrow(/^DEMO_FAULTS: /);
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

const livekit = {
  LIVEKIT_URL: "wss://livekit.example/",
  LIVEKIT_API_KEY: "a key",
  LIVEKIT_API_SECRET: "a secret",
};

test("LiveKit is set by all of its settings or none", () => {
  expect(readConfig({}).livekit).toBeNull();
  const { livekit: read } = readConfig(livekit);
  expect(read).toEqual({ url: "wss://livekit.example", apiKey: "a key", apiSecret: "a secret" });
  for (const name of Object.keys(livekit))
    expect(() => readConfig({ ...livekit, [name]: "" })).toThrow(`${name}: required where other LIVEKIT_`);
  for (const LIVEKIT_URL of ["livekit.example", "redis://livekit.example"])
    expect(() => readConfig({ ...livekit, LIVEKIT_URL })).toThrow("LIVEKIT_URL: must be wss://host");
});

const severalNodes = {
  DEMO: "0",
  SITE_NAME: "Cams",
  STATEMENT_DESCRIPTOR: "CAMS",
  PUBLIC_ORIGIN: "https://cams.example",
  SMTP_URL: "smtp://127.0.0.1",
  JWT_SECRET: "a secret of an operator, long enough",
  VAPID_PRIVATE_KEY: newVapidKey(),
  DATABASE_URL: "postgres://app@db/x",
  REDIS_URL: "redis://redis:6379",
};

test("several nodes share a Redis and a database, and know where they are reached", () => {
  expect(readConfig({}).nodes).toBeNull();
  const places = { NODE_NAME: "a1", NODE_ADDRESS: "10.0.0.7", NODE_PORT: "4001" };
  expect(readConfig({ ...severalNodes, ...places }).nodes).toEqual({
    redisUrl: "redis://redis:6379",
    name: "a1",
    host: "10.0.0.7",
    port: 4001,
  });
  expect(readConfig({ ...severalNodes, ...livekit })).toMatchObject({
    nodes: {},
    livekit: { apiKey: "a key" },
  });
  expect(readConfig({ ...severalNodes, NODES: "4" })).toMatchObject({ processes: 4, nodes: { port: 0 } });
});

test.each([
  [{ NODES: "2", REDIS_URL: "" }, /^NODES: several need REDIS_URL/],
  [{ REDIS_URL: "http://redis" }, /^REDIS_URL: must be redis:/],
  [{ DEMO: "1" }, /^REDIS_URL: needs DEMO=0/],
  [{ DATABASE_URL: "" }, /^REDIS_URL: needs DATABASE_URL/],
  [{ VAPID_PRIVATE_KEY: "" }, /^VAPID_PRIVATE_KEY: required with REDIS_URL/],
  [{ NODES: "2", NODE_PORT: "4001" }, /^NODE_PORT: leave it empty with NODES/],
])("nodes are refused with %o", (wrong, line) => {
  expect(() => readConfig({ ...severalNodes, ...wrong })).toThrow(line);
});

test("a setting of several nodes without the others reports all that they need at once", () => {
  const message =
    /^NODES: several need REDIS_URL.*\nNODES: needs DEMO=0.*\nNODES: needs DATABASE_URL.*\nJWT_SECRET: .*\nVAPID_PRIVATE_KEY: /;
  expect(() => readConfig({ NODES: "2" })).toThrow(message);
  expect(() => readConfig({ NODES: "1" })).not.toThrow();
});

test.each([
  [{}, null],
  [{ PUBLIC_ORIGIN: "https://cams.example.com" }, "max-age=31536000; includeSubDomains"],
  [{ PUBLIC_ORIGIN: "https://cams.example.com", HSTS: "max-age=0" }, "max-age=0"],
  [{ PUBLIC_ORIGIN: "http://cams.example.com", HSTS: "max-age=300" }, null],
])("with %j browsers are told %s of https", (env, hsts) => {
  expect(readConfig(env).hsts).toBe(hsts);
});

test.each(["300", "max-age=300\r\nx: y", "max-age=300, includeSubDomains"])("HSTS %j is refused", (HSTS) => {
  expect(() => readConfig({ HSTS })).toThrow(/^HSTS: must be like/);
});
