import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { siteOfHost } from "./alternate-hosts.ts";

const alternates =
  '{"cams.example":{"logo":"/logo-afterglow.svg"},"b.example":{"logo":"https://cdn.example/b.svg","noindex":false}}';
const app = readConfig({
  DEMO: "0",
  SITE_NAME: "Cams",
  STATEMENT_DESCRIPTOR: "CAMS",
  PUBLIC_ORIGIN: "https://fan.example",
  JWT_SECRET: "x".repeat(32),
  SMTP_URL: "smtp://mail.example",
  SUPPORT_EMAIL: "help@fan.example",
  ALTERNATE_HOSTS: alternates,
});

test("R-ROUTE-45, R-NAV-02, R-OPEN-25: each host has its logo and its indexing rule", () => {
  const siteOf = siteOfHost(app);
  const afterglow = { logo: "/logo-afterglow.svg", noindex: true };
  expect(siteOf("fan.example")).toEqual({ logo: null, noindex: false });
  expect(siteOf("FAN.example:443")).toEqual({ logo: null, noindex: false });
  expect(siteOf("cams.example")).toEqual(afterglow);
  expect(siteOf("b.example")).toEqual({ logo: "https://cdn.example/b.svg", noindex: false });
  for (const host of ["other.example", "localhost", "constructor", "", "127.0.0.1:3000"])
    expect(siteOf(host), host).toEqual({ logo: null, noindex: true });
});

test("R-OPEN-25: in the demo the machine itself is the main host", () => {
  const siteOf = siteOfHost(readConfig({}));
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
    expect(siteOf(host).noindex, host).toBe(false);
  expect(siteOf("10.1.2.3:3000").noindex).toBe(true);
});

test("R-OPEN-25: a wrong table is reported in one line when the product starts", () => {
  const wrong = [
    "{",
    "[]",
    '{"Cams.Example":{}}',
    '{"a.b":{"logo":"x.svg"}}',
    '{"a.b":{"noindex":"yes"}}',
    '{"a.b":{"l":1}}',
  ];
  for (const text of wrong)
    expect(() => readConfig({ ALTERNATE_HOSTS: text }), text).toThrow(/^ALTERNATE_HOSTS: /);
  expect(() => readConfig({ ALTERNATE_HOSTS: '{"a.b":{"logo":"//evil.example/x"}}' })).toThrow(
    "a.b logo must begin with / or https:// and hold no spaces",
  );
});
