import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { TermMonths } from "#contract/subscription-terms.ts";
import {
  commerceGateGateway,
  createMembershipProvider,
} from "#demo/gateways/commercegate/commercegate-gateway.ts";

import { createDepositProvider, directa24Server } from "#demo/gateways/directa24/directa24-server.ts";
import { createNmiSimulator, nmiServer } from "#demo/gateways/nmi/nmi-server.ts";
import { systemClock } from "#server/kit/clock.ts";
import { apiClient } from "#testing/app/api-client.ts";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { tablesContaining } from "#testing/database/dump.ts";
import { emptyDatabase } from "#testing/database/test-database.ts";
import { testSmtpServer } from "#testing/email/smtp-server.ts";
import { freePort } from "#testing/free-port.ts";
import { fakeServer } from "#testing/payments/fakes.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { payForm } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const root = path.resolve(import.meta.dirname, "../..");
const guide = readFileSync(path.join(root, "docs/operating.md"), "utf8");
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);

/** The settings of the guide; what stands in angle brackets is the operator's own. */
const settings = new Map(
  blocksOf("env")
    .flatMap((text) => text.trim().split("\n"))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);

/** The guide's environment with an operator's own values. Each that is asked for is given, and no other. */
function environmentWith(own: Readonly<Record<string, string>>): Record<string, string> {
  const asked = [...settings].filter(([, value]) => value.startsWith("<")).map(([name]) => name);
  expect(Object.keys(own).toSorted()).toEqual(asked.toSorted());
  // Other tests take most of the machine: what is late is to be answered all the same.
  return { ...Object.fromEntries(settings), ...own, REFUSE_AFTER_MS: "5000" };
}

/** Something for each detail that the guide asks for. */
const legalDetails = () =>
  Object.fromEntries(
    [...settings.keys()]
      .filter((name) => name.startsWith("LEGAL_"))
      .map((name) => [name, `what ${name} says`]),
  );

/** A part of the guide's packages, `price:number` pairs, as the provider's console keeps them. */
const packagesOf = (name: string) =>
  (settings.get(name) ?? "").split(",").map((pair) => {
    const [offer = "", id = ""] = pair.split(":");
    const [price, months = "1"] = offer.split("/");
    return { id, amountCents: Math.round(Number(price) * 100), months: Number(months) as TermMonths };
  });

test(
  "R-PAY-01, R-OPEN-44: following the operator's guide word for word, an empty installation starts, and a new fan buys tokens through each provider and subscribes",
  {
    timeout: 400_000,
  },
  async () => {
    const database = await emptyDatabase();
    const name = /\/(\w+)\?/.exec(database.url)?.[1] ?? "";
    onTestFinished(async () => {
      await database[Symbol.asyncDispose]();
      await dropRoles(name);
    });
    const mail = await testSmtpServer();
    onTestFinished(() => mail[Symbol.asyncDispose]());
    // The cluster of the tests is shared: the guide's names get one of their own.
    const renamed = (text: string) => text.replaceAll("fanlight", name);
    for (const statement of blocksOf("sql").join("").split(";"))
      if (statement.trim() && !/CREATE DATABASE/.test(statement))
        await sql.raw(renamed(statement)).execute(database.owner);
    await sql.raw(`alter database "${name}" owner to "${name}_owner"`).execute(database.owner);
    await sql.raw(`alter schema public owner to "${name}_owner"`).execute(database.owner);
    const asRole = (role: string) =>
      database.ownerUrl.replace(
        /\/\/[^@]*@/,
        `//${name}_${role}:${encodeURIComponent(`<${role} password>`)}@`,
      );
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const consoles = await openConsoles();
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-operator-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const product = startProduct(
      environmentWith({
        DATABASE_OWNER_URL: asRole("owner"),
        DATABASE_URL: asRole("app"),
        PORT: String(port),
        PUBLIC_ORIGIN: origin,
        PHOTOS_ORIGIN: `http://localhost:${port}`,
        MEDIA_PORT: String(await freePort()),
        DATA_DIR: dataDir,
        JWT_SECRET: "a secret of an operator, long enough",
        METRICS_TOKEN: "a token of an operator",
        SMTP_URL: mail.url,
        MAIL_FROM: "no-reply@cams.test",
        SUPPORT_EMAIL: "support@cams.test",
        TURN_URLS: "turn:turn.cams.test:3478,turns:turn.cams.test:443?transport=tcp",
        TURN_SECRET: "a secret that coturn knows as well",
        SITE_NAME: "Cams of Tests",
        ...legalDetails(),
        STATEMENT_DESCRIPTOR: "CAMS TEST",
        ...consoles.settings,
      }),
    );
    await product.ready;
    consoles.enter(product.output());
    expect(product.output()).not.toMatch(/owns the tables|superuser|not open yet/);

    const app = { call: apiClient(() => origin) };
    const { status } = await fetch(`${origin}/readyz`);
    expect(status).toBe(200);
    const fan = await registerMember(app);
    await until(
      () => mail.mails.some(({ to }) => to?.[0]?.address === fan.email),
      "the mail to confirm the address",
    );
    expect(mail.mails.every(({ from }) => from?.name === "Cams of Tests")).toBe(true);
    const shop = (await app.call("GET", "/api/token-packages", { as: fan })).body as unknown as Shop;
    const [pack] = shop.data.packages;
    if (!pack) throw new Error("nothing is on sale");
    const balance = async () => (await app.call("GET", "/api/fan/profile", { as: fan })).body.balance;

    const { card_number, card_cvc, card_expiry_month, card_expiry_year, ...bill } = validRequest(pack);
    expect(card_number && card_cvc && card_expiry_month && card_expiry_year).toBeTruthy();
    const typed = await app.call("POST", "/api/payments/process", { as: fan, body: validRequest(pack) });
    expect(typed.status, "numbers are typed into the provider's fields only").toBe(422);
    const sale = { ...bill, orderid: "TKN_1", payment_token: consoles.nmi.vault.keep("4242424242424242") };
    const bought = await app.call("POST", "/api/payments/process", { as: fan, body: sale });
    expect(bought.body).toMatchObject({ status: "completed", fan_balance: pack.tokens });
    await until(() => mail.mails.some(({ subject }) => subject?.startsWith("Your receipt")), "the receipt");

    const form = await app.call("POST", "/api/fan/card-gateway/buy-tokens", {
      as: fan,
      body: { id: pack.id },
    });
    await payForm(String(form.body.url), "approve");
    await until(async () => (await balance()) === 2 * pack.tokens, "the tokens of CommerceGate");

    await app.call("POST", "/api/fan/set-country", { as: fan, body: { country: "CO" } });
    const regional = { id: pack.id, paymentMethodCode: "PC" };
    const deposit = await app.call("POST", "/api/directa24/buy-tokens", { as: fan, body: regional });
    const [asked] = consoles.directa24.books.all();
    expect([deposit.status, asked?.notification_url]).toEqual([
      200,
      `${origin}/service/payments/callback/directa24`,
    ]);
    consoles.directa24.settle(String(asked?.deposit_id), "COMPLETED");
    await until(async () => (await balance()) === 3 * pack.tokens, "the tokens of Directa24");

    const model = await registerListedModel(app, database.owner);
    const plan = { price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true };
    expect((await app.call("POST", "/api/studio/subscription", { as: model, body: plan })).status).toBe(200);
    const order = { as: fan, body: { modelId: model.id, price: 9.99 } };
    const subscribed = await app.call("POST", "/api/fan/subscribe-model", order);
    await payForm(String(subscribed.body.url), "approve");
    await until(async () => {
      const { body } = await app.call("GET", "/api/fan/subscriptions-models", { as: fan });
      return (body as unknown as { data: unknown[] }).data.length === 1;
    }, "the subscription");
    await product.stop();
    const { status: found, stdout: files } = spawnSync("grep", ["-rlaF", card_number ?? "", dataDir]);
    expect([found, String(files)], "no file holds the card number that was typed").toEqual([1, ""]);
    expect(product.output()).not.toContain(card_number);
    expect(await tablesContaining(database.owner, card_number ?? "")).toEqual([]);
  },
);

type Shop = { data: { packages: { id: number; price: number; tokens: number }[] } };

/** The three providers, each a server of its own, and what an operator copies out of and into their consoles. */
async function openConsoles() {
  const { app, origin } = fakeServer();
  const clock = systemClock;
  const entered = { nmi: "", notices: "", tokens: "" };
  const merchant = { customerId: "11", password: "the merchant's password", file: null, clock };
  const knobs = { delayMs: 0 };
  const direct = { username: "user", password: "the Direct gateway's password" };
  const memberships = createMembershipProvider({
    ...{ ...merchant, direct, websiteId: "22", offers: packagesOf("COMMERCEGATE_OFFERS"), knobs },
    noticeUrl: () => entered.notices,
  });
  const tokens = createMembershipProvider({
    ...{ ...merchant, websiteId: "23", offers: packagesOf("COMMERCEGATE_TOKENS_OFFERS"), knobs, once: true },
    noticeUrl: () => entered.tokens,
  });
  const nmiKeys = {
    ...{ securityKey: "security", webhookKey: "webhook" },
    ...{ tokenizationKey: "fields", checkoutKey: "checkout" },
  };
  const nmi = createNmiSimulator({ ...nmiKeys, webhookUrl: () => entered.nmi, file: null, clock });
  const panel = { login: "login", signatureKey: "signature", readOnlyKey: "reading" };
  const directa24 = createDepositProvider({
    ...{ ...panel, publicUrl: () => `${origin()}/directa24`, file: null, clock },
    knobs: { notificationDelayMs: 0 },
  });
  await app.register(nmiServer(nmi), { prefix: "/nmi" });
  await app.register(directa24Server(directa24), { prefix: "/directa24" });
  await app.register(byWebsite(memberships, tokens), { prefix: "/commercegate" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  return {
    nmi,
    directa24,
    settings: {
      NMI_SECURITY_KEY: nmiKeys.securityKey,
      NMI_WEBHOOK_KEY: nmiKeys.webhookKey,
      NMI_TOKENIZATION_KEY: nmiKeys.tokenizationKey,
      NMI_CHECKOUT_KEY: nmiKeys.checkoutKey,
      NMI_API_URL: `${origin()}/nmi`,
      COMMERCEGATE_CID: merchant.customerId,
      COMMERCEGATE_WID: "22",
      COMMERCEGATE_TOKENS_WID: "23",
      COMMERCEGATE_PASSWORD: merchant.password,
      COMMERCEGATE_SECRET: "what only the merchant and the provider know",
      COMMERCEGATE_NOTICE_ADDRESSES: "127.0.0.1",
      COMMERCEGATE_API_USERNAME: direct.username,
      COMMERCEGATE_API_PASSWORD: direct.password,
      COMMERCEGATE_CHECKOUT_URL: `${origin()}/commercegate`,
      COMMERCEGATE_API_URL: `${origin()}/commercegate/api`,
      COMMERCEGATE_DIRECT_URL: `${origin()}/commercegate/nvp`,
      DIRECTA24_LOGIN: panel.login,
      DIRECTA24_SIGNATURE_KEY: panel.signatureKey,
      DIRECTA24_READ_ONLY_KEY: panel.readOnlyKey,
      DIRECTA24_API_URL: `${origin()}/directa24`,
      DIRECTA24_PAGE_ORIGINS: origin(),
    },
    /** Enters the addresses that the start printed, which the guide names by these words. */
    enter(output: string) {
      const printed = (words: string) => {
        expect(guide).toContain(`\`${words}\``);
        const found = new RegExp(`${words} (\\S+)`).exec(output)?.[1];
        if (!found) throw new Error(`the start did not print: ${words}`);
        return found;
      };
      entered.nmi = printed("NMI sends its webhooks to");
      entered.notices = printed("CommerceGate sends its notices to");
      entered.tokens = printed("CommerceGate sends its notices of tokens to");
      expect(printed("Directa24 reports to")).toContain("/service/payments/callback/directa24");
    },
  };
}

type Provider = ReturnType<typeof createMembershipProvider>;

/** Both websites of one merchant at one address, as the provider has them: a request names which it is about. */
function byWebsite(memberships: Provider, tokens: Provider): FastifyPluginAsync {
  return async (app) => {
    const inner = { memberships: fakeServer().app, tokens: fakeServer().app };
    await inner.memberships.register(commerceGateGateway(memberships));
    await inner.tokens.register(commerceGateGateway(tokens));
    app.addHook("preClose", () =>
      Promise.all([inner.memberships.close(), inner.tokens.close()]).then(() => undefined),
    );
    app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    app.all("/*", async (request, reply) => {
      const body = typeof request.body === "string" ? request.body : "";
      const isTokens = /\b(?:wid|websiteId)=23\b/.test(`${request.url} ${body}`);
      const answer = await inner[isTokens ? "tokens" : "memberships"].inject({
        method: request.method as "GET" | "POST",
        url: request.url.replace("/commercegate", "") || "/",
        headers: request.headers,
        ...(body ? { payload: body } : {}),
      });
      return reply.status(answer.statusCode).headers(answer.headers).send(answer.rawPayload);
    });
  };
}

/** Starts the product as the guide does, with nothing in its environment but that. */
function startProduct(env: Record<string, string>) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString();
      if (output.includes("Fanlight is ready at")) resolve();
    });
    child.stderr.on("data", (part: Buffer) => {
      output += part.toString();
    });
    void ended.then(() => reject(new Error(`it ended before it was ready:\n${output}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  onTestFinished(stop);
  return { ready, output: () => output, stop };
}

async function dropRoles(name: string): Promise<void> {
  const other = await emptyDatabase();
  for (const role of ["owner", "app"])
    await sql.raw(`drop role if exists "${name}_${role}"`).execute(other.owner);
  await other[Symbol.asyncDispose]();
}
