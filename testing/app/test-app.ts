import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Role } from "#contract/endpoint.ts";
import { type App, type AppNeeds, createApp, type Hooks } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { systemClock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLogger } from "#server/kit/log.ts";
import type { MediaEngine } from "#server/media/media.ts";
import { localFiles } from "#server/storage/storage.ts";
import { listModel } from "#testing/app/list-model.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { randomName } from "#testing/random-name.ts";
import { type ApiClient, apiClient } from "./api-client.ts";
import type { Person } from "./caller.ts";
import { mediaOnDemand } from "./media-on-demand.ts";
import { cheapHashes, idlePressure, testSecret, testVapidKey } from "./test-settings.ts";

export type { CallOptions, Reply } from "./api-client.ts";
export type { Person } from "./caller.ts";

/** The whole application on a database of its own, with a real media engine once somebody publishes, for the tests of one file. */
export type TestApp = Pick<App, "modules" | "http" | "relay" | "check" | "rank"> & {
  readonly origin: string;
  /** The media engine's reports. */
  readonly media: Pick<MediaEngine, "flows" | "rooms">;
  readonly db: Database;
  /** The same database as the owner of its tables, for what the application must not be able to do. */
  readonly owner: Database;
  /** Where the application keeps files. */
  readonly dataDir: string;
  call: ApiClient;
  /** Runs work in a transaction on the application's database. */
  withTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  fan(tokens?: number): Promise<Person>;
  /** Gives a fan more tokens. */
  topUp(fan: Person, tokens: number): Promise<void>;
  model(): Promise<Person>;
  /** A person with the role admin. */
  staff(): Promise<Person>;
};

/**
 * Starts the application before the tests of a file and stops it after them; the ledger is audited after each. `parts`
 * is asked when it starts; `env` holds settings that differ from those of the tests.
 */
export function testApp(
  hooks?: Hooks,
  parts?: () => Partial<AppNeeds>,
  env: Record<string, string> = {},
): TestApp {
  const database = fileDatabase();
  let app: App | undefined;
  let origin = "";
  let dataDir = "";
  let engine: MediaEngine | undefined;
  const running = (): App => {
    if (!app) throw new Error("the application runs only while tests run");
    return app;
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-test-"));
    const log = createLogger("silent");
    const media = mediaOnDemand({ log });
    engine = media;
    const config = readConfig({
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      PUBLIC_ORIGIN: "http://127.0.0.1:1",
      TRUST_PROXY: "1",
      GUESSABLE_PASSWORDS: "refused",
      ...env,
    });
    const needs = {
      db: database.db,
      clock: systemClock,
      random: Math.random,
      log,
      media,
      files: localFiles(dataDir),
      transport: null,
      secret: testSecret,
      vapidKey: testVapidKey,
      gateways: {},
      twitter: null,
      web: null,
      // A machine that is busy with other tests must not make this one's application refuse anything.
      hashCost: cheapHashes,
      load: { measure: () => idlePressure, waitMsMax: 10_000 },
    };
    app = await createApp({ ...needs, config, ...(hooks ? { hooks } : {}), ...parts?.() });
    origin = await app.listen(0, "127.0.0.1");
  });
  afterAll(async () => {
    await app?.stop();
    await engine?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  const call = apiClient(() => origin);
  const person = async (role: Role): Promise<Person> => {
    const login = `${role}${randomName()}`;
    const { identity } = running().modules;
    const account = await inTransaction(database.db, async (tx) => {
      const opened = await identity.open(tx, {
        login,
        email: `${login}@example.test`,
        passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFhYWFhYWFhYWE",
        role,
        language: "en",
        address: "127.0.0.1",
      });
      if (role === "model") await listModel(tx, opened.id);
      return opened;
    });
    return { id: account.id, login, token: await identity.issueToken(account) };
  };
  const topUp = async (fan: Person, tokens: number) => {
    const reason = "opening balance";
    const to = { kind: "fan", id: fan.id } as const;
    const order = { key: `opening:${randomUUID()}`, to, tokens, kind: "opening", reason } as const;
    await running().modules.wallet.issue(database.db, order);
  };
  return {
    get modules() {
      return running().modules;
    },
    get http() {
      return running().http;
    },
    get relay() {
      return running().relay;
    },
    get media() {
      if (!engine) throw new Error("the media engine runs only while tests run");
      return engine;
    },
    check: () => running().check(),
    rank: () => running().rank(),
    get origin() {
      return origin;
    },
    get db() {
      return database.db;
    },
    get owner() {
      return database.owner;
    },
    get dataDir() {
      return dataDir;
    },
    call,
    withTransaction: (work) => inTransaction(database.db, work),
    model: () => person("model"),
    staff: () => person("admin"),
    topUp,
    async fan(tokens = 0) {
      const fan = await person("fan");
      if (tokens > 0) await topUp(fan, tokens);
      return fan;
    },
  };
}
