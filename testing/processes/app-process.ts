import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { LivekitSettings } from "#server/media/media.ts";
import type { S3Config } from "#server/storage/storage.ts";
import { type ApiClient, apiClient } from "#testing/app/api-client.ts";
import { shared } from "#testing/shared.ts";

export type AppSettings = {
  /** The database; absent, the process has an embedded PostgreSQL of its own in `dataDir`. */
  databaseUrl?: string;
  /** The name of the process's connections in PostgreSQL. */
  name: string;
  dataDir: string;
  /** Where the public reaches it; without TLS unless given. */
  publicOrigin?: string;
  /** Where it appends its log; it has none unless given. */
  logFile?: string;
  /** From what on it logs; `info` unless given. */
  logLevel?: string;
  /** The Redis that it shares with the other nodes on its database; without it, it is the only one. */
  redisUrl?: string;
  /** The LiveKit that carries its media. */
  livekit?: LivekitSettings;
  /** Where its files lie; in `dataDir` unless given. */
  s3?: S3Config;
  /** How long after its death the owner of the media is replaced, ms. */
  leaseMs?: number;
  /** Puts its clock ahead, as if it had been started later, ms. */
  clockAheadMs?: number;
  /** Takes the mails away; without it they stay in the outbox. */
  smtpUrl?: string;
  /** The provider of subscriptions, at an address. */
  memberships?: { url: string };
  /** Whether the media engine, a process of its own, runs from the start or once somebody publishes or plays. */
  mediaEngine?: "at once" | "on demand";
  processor?: { url: string; apiKey: string; callbackSecret: string };
  /** NMI, Directa24 and CommerceGate's form for tokens, each at an address. */
  nmi?: { url: string; securityKey: string; webhookKey: string; checkoutKey: string };
  directa24?: { url: string; login: string; signatureKey: string; readOnlyKey: string };
  tokensForm?: { url: string };
};

/** The application in a process of its own. */
export type AppProcess = {
  pid: number;
  origin: string;
  call: ApiClient;
  /** The errors that it printed once it has ended on its own; null while it runs. */
  complaint(): string | null;
  /** Ends it as Ctrl-C would, with the database that it brought. */
  stop(): Promise<void>;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
};

/** Starts the application (`app-main.ts`) as a process; resolves when it listens, rejects with its complaint when it ends before. */
export async function startApp(settings: AppSettings): Promise<AppProcess> {
  const child = spawn(process.execPath, [await shared("app"), JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let complaint = "";
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  for await (const origin of createInterface(child.stdout)) {
    return {
      pid: child.pid ?? 0,
      origin,
      call: apiClient(() => origin),
      complaint: () => (hasEnded ? `ended: ${complaint}` : null),
      async stop() {
        child.kill("SIGTERM");
        await ended;
      },
      async kill() {
        child.kill("SIGKILL");
        await ended;
      },
    };
  }
  throw new Error(`the application ended: ${complaint}`);
}
