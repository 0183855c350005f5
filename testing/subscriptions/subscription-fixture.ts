import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import type { Role } from "#contract/endpoint.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import { type Subscription, subscriptionsContract } from "#contract/subscriptions.ts";
import type { MembershipProvider } from "#demo/gateways/commercegate/commercegate-gateway.ts";
import { createCatalog, newModelPage } from "#server/catalog/catalog.ts";
import type { Email } from "#server/email/email.ts";
import type { Account } from "#server/identity/identity.ts";
import type { Database } from "#server/kit/database/database.ts";
import { databaseReads } from "#server/kit/database/list-reads.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { mountContract } from "#server/kit/http/mount.ts";
import { createLogger } from "#server/kit/log.ts";
import {
  type CommerceGateSettings,
  createCommerceGate,
  noticeKey,
} from "#server/payments/gateways/commercegate/commercegate.ts";
import { createStorage, localFiles } from "#server/storage/storage.ts";
import type { SubscriptionsNeeds } from "#server/subscriptions/needs.ts";
import { noticeRoutes } from "#server/subscriptions/notices.ts";
import type { PlanChange } from "#server/subscriptions/plans.ts";
import { subscriptionRoutes } from "#server/subscriptions/subscriptions.routes.ts";
import { createSubscriptions, type Subscriptions } from "#server/subscriptions/subscriptions.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { listModel } from "#testing/app/list-model.ts";
import { type ManualClock, manualClock } from "#testing/manual-clock.ts";
import { openFixtures } from "#testing/open-fixtures.ts";
import { type FakeServer, fakeServer } from "#testing/payments/fakes.ts";
import { until } from "#testing/until.ts";
import { gatewaySettings, membershipSecret, noticePath, startFakeProvider } from "./fake-provider.ts";

export type SubscriptionAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

/** The subscriptions module and the provider of memberships, two HTTP servers, over one test database. */
export type SubscriptionFixture = {
  subscriptions: Subscriptions;
  provider: MembershipProvider;
  clock: ManualClock;
  origin: string;
  /** Every email that was enqueued but receipts; `fan<id>@fans.test` is a fan's address. */
  emails: readonly Email[];
  /** The emails with receipts. */
  receipts: readonly Email[];
  /** The language and role of fans, whether they have an address that is confirmed, and what became of their accounts. */
  fans: {
    language: "en" | "es";
    role: "fan" | "admin";
    hasAddress: boolean;
    isConfirmed: boolean;
    isBlocked: boolean;
    isClosed: boolean;
  };
  /** Everything that was logged, as text. */
  logged(): string;
  /** A fan nobody has used before, with an empty wallet. */
  newFan(): Promise<number>;
  /** A listed model; without a price they offer no subscription. */
  newModel(plan?: Partial<PlanChange>): Promise<number>;
  call(
    method: "GET" | "POST",
    path: string,
    as: { id: number; role?: Role },
    options?: { body?: unknown; key?: string },
  ): Promise<SubscriptionAnswer>;
  /** Subscribes through the API and pays in the provider's form; answers the running subscription. */
  join(fanId: number, modelId: number, months?: TermMonths): Promise<Subscription>;
  /** The fan's subscriptions, newest end first. */
  list(fanId: number): Promise<Subscription[]>;
  balance(fanId: number): Promise<number>;
  /** The provider's name for the membership that this fan ordered last. */
  userName(fanId: number): Promise<string>;
  /** Posts a notice as it comes from the provider's address; `key` replaces the secret part of the address. */
  notify(body: string, key?: string): Promise<{ status: number; text: string }>;
};

export type SubscriptionFixtureOptions = {
  gateway?: Partial<CommerceGateSettings>;
  needs?: (needs: SubscriptionsNeeds) => SubscriptionsNeeds;
};

type OpenFixture = SubscriptionFixture & { close(): Promise<void> };

/** Lets the tests of one file open fixtures over its database: `const openFixture = subscriptionFixtures(database);` */
export function subscriptionFixtures(database: {
  readonly db: Database;
}): (options?: SubscriptionFixtureOptions) => Promise<SubscriptionFixture> {
  return openFixtures((options: SubscriptionFixtureOptions) => openFixture(database.db, options));
}

const wallet = createWallet();
let people = 5_000;

async function openFixture(db: Database, options: SubscriptionFixtureOptions): Promise<OpenFixture> {
  const lines: string[] = [];
  const log = createLogger("trace", { write: (line) => void lines.push(line) });
  const clock = manualClock("2026-11-21T12:00:00Z");
  const server = fakeServer(log as FastifyBaseLogger);
  const { app, provider, url } = await startFakeProvider(() => `${server.origin()}${noticePath}`, clock.now);
  const gateway = createCommerceGate({ ...gatewaySettings(url), ...options.gateway });
  const catalog = createCatalog({
    db,
    lists: databaseReads(db, () => Promise.reject(new Error("no list is read here"))),
    clock,
    storage: createStorage(localFiles(tmpdir())),
    limits: memoryLimits(),
    holdsContactDetails: () => false,
  });
  const [emails, receipts]: [Email[], Email[]] = [[], []];
  const isReceipt = ({ action }: Email) => action?.url.includes("/settings/receipts/") === true;
  const fans: SubscriptionFixture["fans"] = {
    ...{ language: "en", role: "fan", hasAddress: true, isConfirmed: true },
    ...{ isBlocked: false, isClosed: false },
  };
  const plain: SubscriptionsNeeds = {
    db,
    clock,
    log,
    wallet,
    catalog,
    accounts: {
      byId: async (_reader, id) => accountOf(id, fans),
      holdOpen: async (_tx, id) => accountOf(id, fans).status !== "blocked",
    },
    mailer: { enqueue: async (_tx, email) => void (isReceipt(email) ? receipts : emails).push(email) },
    gateways: { commercegate: gateway },
    privateFiles: { revoke: async () => undefined },
    termsVersion: "2026-11-01",
    descriptor: "FNL DIGITAL SVCS",
    publicOrigin: "http://shop.test",
  };
  const subscriptions = createSubscriptions(options.needs?.(plain) ?? plain);
  await serve(server, db, subscriptions);
  const call = callerOf(server.origin());
  const list: SubscriptionFixture["list"] = async (fanId) => (await subscriptions.list(fanId, 1)).rows;
  return {
    subscriptions,
    provider,
    clock,
    emails,
    receipts,
    fans,
    origin: server.origin(),
    logged: () => lines.join(""),
    call,
    list,
    newFan: () => newFan(db),
    newModel: (plan) => newModel(db, { catalog, subscriptions, now: clock.now() }, plan),
    async join(fanId, modelId, months) {
      const before = (await list(fanId)).length;
      const { body } = await call(
        "POST",
        "/api/fan/subscribe-model",
        { id: fanId },
        { body: { modelId, ...(months && { months }) } },
      );
      await payForm(String(body.url), "approve");
      return until(async () => {
        const rows = await list(fanId);
        return rows.length > before ? rows.find(({ model_id }) => model_id === modelId) : null;
      }, "the subscription to run");
    },
    balance: (fanId) => wallet.balance(db, { kind: "fan", id: fanId }),
    async userName(fanId) {
      const row = await db
        .$extendTables<{ "subscriptions.subscription": { id: number; fan_id: number; reference: string } }>()
        .selectFrom("subscriptions.subscription")
        .select("reference")
        .where("fan_id", "=", fanId)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      return `m${row.reference.replaceAll("-", "")}`;
    },
    async notify(body, key = noticeKey(membershipSecret)) {
      const address = `${server.origin()}/service/subscriptions/notice/commercegate?key=${key}`;
      const answer = await fetch(address, { method: "POST", body, headers: { "content-type": "text/xml" } });
      return { status: answer.status, text: await answer.text() };
    },
    async close() {
      await subscriptions.stop();
      await server.app.close();
      await app.close();
    },
  };
}

/** As much of a fan's account as subscriptions read. */
function accountOf(id: number, fans: SubscriptionFixture["fans"]): Account {
  const [status, validation] = [
    fans.isBlocked || fans.isClosed ? "blocked" : "active",
    fans.isConfirmed ? "confirmed" : "waiting",
  ];
  const email = fans.hasAddress ? `fan${id}@fans.test` : null;
  const closed_at = fans.isClosed ? new Date("2026-11-21T12:00:00Z") : null;
  return { id, role: fans.role, language: fans.language, email, status, validation, closed_at } as Account;
}

/** The bearer token names who calls: `fan-17`. */
async function serve({ app }: FakeServer, db: Database, subscriptions: Subscriptions): Promise<void> {
  mountContract(app, subscriptionsContract, subscriptionRoutes({ subscriptions, db }), async (bearer) => {
    const [role, id] = bearer.split("-");
    const session = {
      tokenId: "test",
      expiresAt: new Date("2099-01-01"),
      language: "en" as const,
      secondFactorNeeded: false,
    };
    return { userId: Number(id), role: role as Role, ...session };
  });
  await app.register(noticeRoutes(subscriptions));
  await app.listen({ port: 0, host: "127.0.0.1" });
}

function callerOf(origin: string): SubscriptionFixture["call"] {
  return async (method, path, { id, role = "fan" }, { body, key } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(id > 0 && { authorization: `Bearer ${role}-${id}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  };
}

/** Presses a button of the provider's form; answers where it leads. */
export async function payForm(url: string, decision: "approve" | "decline"): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ decision }),
    redirect: "manual",
  });
  return String(answer.headers.get("location"));
}

async function newFan(db: Database): Promise<number> {
  const fanId = ++people;
  await inTransaction(db, (tx) => wallet.openFanAccount(tx, fanId));
  return fanId;
}

async function newModel(
  db: Database,
  needs: { catalog: ReturnType<typeof createCatalog>; subscriptions: Subscriptions; now: Date },
  plan: Partial<PlanChange> = {},
): Promise<number> {
  const id = ++people;
  const login = `model${id}${randomUUID().slice(0, 4)}`;
  const account = { id, login, language: "en", country: null } as Parameters<typeof newModelPage>[0];
  await inTransaction(db, async (tx) => {
    await needs.catalog.saveModel(tx, newModelPage(account));
    await listModel(tx, id);
  });
  const { priceCents = 999, freeTokens = 0, enabled = true, bundles = [] } = plan;
  await needs.subscriptions.changePlan(id, { priceCents, freeTokens, enabled, bundles });
  return id;
}
