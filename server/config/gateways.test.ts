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
const nmi = { NMI_SECURITY_KEY: "key", NMI_WEBHOOK_KEY: "signing key" };
const directa24 = {
  DIRECTA24_LOGIN: "login",
  DIRECTA24_SIGNATURE_KEY: "signature",
  DIRECTA24_READ_ONLY_KEY: "reading",
  EXCHANGE_RATES: "COP:4123.5, PEN:3.75",
};

test("R-OPEN-30: without gateways a deployment starts, and sells nothing", () => {
  expect(readConfig(production)).toMatchObject({ nmi: null, directa24: null, ratesPerDollar: {} });
});

test("R-OPEN-30: a gateway is set up wholly or not at all", () => {
  expect(readConfig({ ...production, ...nmi, ...directa24 })).toMatchObject({
    nmi: {
      apiUrl: "https://secure.nmi.com",
      securityKey: "key",
      webhookKey: "signing key",
      tokenizationKey: null,
      checkoutKey: null,
    },
    directa24: { login: "login", apiUrl: "https://api.directa24.com" },
    ratesPerDollar: { COP: 4123.5, PEN: 3.75 },
  });
  for (const settings of [nmi, directa24])
    for (const name of Object.keys(settings))
      expect(() => readConfig({ ...production, ...settings, [name]: "" }), name).toThrow(`${name}: `);
});

test.each(["COP", "COP:", "COP:0", "COP:-1", "cop:4000", "COP:4000;PEN:1"])(
  "R-OPEN-40: %s is no list of exchange rates",
  (list) => {
    expect(() => readConfig({ ...production, EXCHANGE_RATES: list })).toThrow(/EXCHANGE_RATES: must be/);
  },
);
