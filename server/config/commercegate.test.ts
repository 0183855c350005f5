import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

const production = {
  DEMO: "0",
  SITE_NAME: "Cams",
  STATEMENT_DESCRIPTOR: "CAMS",
  PUBLIC_ORIGIN: "https://fanlight.example",
  JWT_SECRET: "a secret of at least 32 characters.",
  SMTP_URL: "smtps://user:pass@mail.example:465",
};
const provider = {
  COMMERCEGATE_CID: "11",
  COMMERCEGATE_WID: "22",
  COMMERCEGATE_PASSWORD: "password",
  COMMERCEGATE_SECRET: "a secret of at least 32 characters.",
  COMMERCEGATE_NOTICE_ADDRESSES: "203.0.113.7, 203.0.113.8",
  COMMERCEGATE_OFFERS: "9.99:1001,14.99:1002, 26.99/3:1011",
};

test("without CommerceGate a deployment starts, and takes no subscriptions", () => {
  expect(readConfig(production).commerceGate).toBeNull();
});

test("CommerceGate is set up wholly or not at all", () => {
  expect(readConfig({ ...production, ...provider }).commerceGate).toMatchObject({
    noticeAddresses: ["203.0.113.7", "203.0.113.8"],
    offers: [
      { id: "1001", amountCents: 999, months: 1 },
      { id: "1002", amountCents: 1499, months: 1 },
      { id: "1011", amountCents: 2699, months: 3 },
    ],
    resumeCall: null,
    direct: null,
  });
  for (const name of Object.keys(provider))
    expect(() => readConfig({ ...production, ...provider, [name]: "" }), name).toThrow(`${name}: required`);
});

test("CommerceGate's Direct gateway is set up by its user and password together", () => {
  const direct = { COMMERCEGATE_API_USERNAME: "user", COMMERCEGATE_API_PASSWORD: "its password" };
  expect(readConfig({ ...production, ...provider, ...direct }).commerceGate?.direct).toEqual({
    ...{ username: "user", password: "its password" },
    url: "https://secure.commercegate.com/gateway/nvp",
  });
  for (const name of Object.keys(direct))
    expect(() => readConfig({ ...production, ...provider, ...direct, [name]: "" })).toThrow(
      "COMMERCEGATE_API_USERNAME and COMMERCEGATE_API_PASSWORD: required together",
    );
  expect(() => readConfig({ ...production, ...direct })).toThrow("COMMERCEGATE_CID: required");
});

test.each(["9.99", "9.99:", "9,99:1001", "999:1001", "9.99:1001;14.99:1002", "26.99/2:1011", "26.99/3"])(
  "%s is no list of packages",
  (list) => {
    expect(() => readConfig({ ...production, ...provider, COMMERCEGATE_OFFERS: list })).toThrow(
      /COMMERCEGATE_OFFERS: must be price:package/,
    );
  },
);
