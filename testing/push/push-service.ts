import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { importJWK, jwtVerify } from "jose";
import type { PushMessage } from "#server/push/push.ts";

/** A push that a browser received, decrypted, and how the service was asked to treat it. */
export type Received = {
  message: PushMessage;
  ttl: number;
  urgency: string;
  topic: string;
  /** Bytes that the service saw. */
  size: number;
};

/** A browser that has subscribed: what it gives away, and what it received. */
export type TestBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: Received[];
};

/** How the service answers: it takes messages, or refuses them with this status; not before `after`, where it is given. */
export type PushMood = { status: number; retryAfter?: string; after?: Promise<unknown> };

/** A real push service (RFC 8030) on a free port of this machine that proves its senders (RFC 8292). */
export type TestPushService = AsyncDisposable & {
  origin: string;
  mood: PushMood;
  /** Why requests were refused as wrong. */
  complaints: string[];
  /** Requests, refused ones too. */
  asked: number;
  /** The most requests that waited for their answers side by side. */
  waitedMost: number;
  /** Subscribes a browser for the application that has this public key. */
  subscribe(applicationServerKey: string): TestBrowser;
};

type Inner = TestBrowser & { keys: ECDH; auth: Buffer; applicationServerKey: string };

export async function testPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Inner>();
  const state: Pick<TestPushService, "mood" | "complaints" | "asked" | "waitedMost"> = {
    mood: { status: 201 },
    complaints: [],
    asked: 0,
    waitedMost: 0,
  };
  const waiting = new Set<ServerResponse>();
  const server = createServer((asked, answer) => {
    state.asked += 1;
    waiting.add(answer);
    state.waitedMost = Math.max(state.waitedMost, waiting.size);
    answer.on("close", () => waiting.delete(answer));
    void receive(asked, `http://${asked.headers.host}`, browsers).then(
      async (received) => {
        await state.mood.after;
        const { status, retryAfter } = state.mood;
        if (status < 300) browsers.get(asked.url ?? "")?.received.push(received);
        answer.writeHead(status, {
          ...(retryAfter ? { "retry-after": retryAfter } : {}),
          ...(status === 201 ? { location: `/messages/${randomUUID()}` } : {}),
        });
        answer.end();
      },
      (error: Error) => {
        state.complaints.push(error.message);
        answer.writeHead(400).end(error.message);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    subscribe(applicationServerKey: string) {
      const keys = createECDH("prime256v1");
      const p256dh = keys.generateKeys("base64url");
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      const subscription = {
        endpoint: `${origin}${path}`,
        keys: { p256dh, auth: auth.toString("base64url") },
      };
      const browser: Inner = { subscription, received: [], keys, auth, applicationServerKey };
      browsers.set(path, browser);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** The push that a request brings to a browser. Throws what is wrong with the request. */
async function receive(
  asked: IncomingMessage,
  origin: string,
  browsers: ReadonlyMap<string, Inner>,
): Promise<Received> {
  const browser = browsers.get(asked.url ?? "");
  const body = await buffer(asked);
  if (asked.method !== "POST" || !browser) throw new Error("no such resource");
  const { headers } = asked;
  await verifySender(headers.authorization ?? "", origin, browser);
  const { ttl = "", urgency = "normal", topic = "" } = headers as Record<string, string | undefined>;
  if (!/^\d+$/.test(ttl)) throw new Error("no TTL (RFC 8030, 5.2)");
  if (!["very-low", "low", "normal", "high"].includes(urgency)) throw new Error(`urgency ${urgency}`);
  if (!/^[\w-]{0,32}$/.test(topic)) throw new Error(`topic ${topic} (RFC 8030, 5.4)`);
  if (headers["content-encoding"] !== "aes128gcm") throw new Error("not encrypted");
  if (body.length > 4096) throw new Error("too large");
  const message = JSON.parse(decrypt(body, browser)) as PushMessage;
  return { message, ttl: Number(ttl), urgency, topic, size: body.length };
}

/** RFC 8292: a signed token for this service, good for a day at most, by the key that the browser subscribed with. */
async function verifySender(authorization: string, origin: string, { applicationServerKey }: Inner) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== applicationServerKey) throw new Error("another sender than the browser subscribed to");
  const point = Buffer.from(key, "base64url");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: part(1), y: part(33) }, "ES256");
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ["ES256"] });
  if (!payload.exp || payload.exp > Date.now() / 1000 + 86_400) throw new Error("a proof without end");
  if (!/^(mailto:|https:)/.test(payload.sub ?? "")) throw new Error("nobody to complain to");
}

/** RFC 8291 from the browser's side: one record of `aes128gcm` (RFC 8188). */
function decrypt(body: Buffer, { keys, auth }: Inner): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const derive = (secret: Buffer, by: Buffer, about: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, about, bytes));
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(body.subarray(-16));
  const record = Buffer.concat([cipher.update(body.subarray(21 + idLength, -16)), cipher.final()]);
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error("not the last record (RFC 8188, 2)");
  return record.subarray(0, end).toString();
}

/** A subscription of nobody's browser, with keys that can be encrypted for. */
export const testSubscription = {
  endpoint: "https://push.example.com/nobody",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
} as const;
