import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import type { Clock } from "#server/kit/clock.ts";
import { createBreaker } from "./breaker.ts";
import { type DeviceKeys, encrypt, padded } from "./encrypt.ts";
import { isEndpoint, NotPublic, publicLookup } from "./endpoint.ts";
import type { Vapid } from "./vapid.ts";

/** How a push service is to treat a message (RFC 8030, section 5). */
export type PushTerms = {
  /** The message is worth nothing to a browser that comes back later than this. */
  ttlSeconds: number;
  urgency: "very-low" | "low" | "normal" | "high";
  /** A message replaces one before that was not fetched yet: at most 32 characters of base64url. */
  topic: string;
};

/**
 * Taken by the push service; the address is gone for good; refused, so that trying again is of no use; or not now, with
 * the pause that the service asks for, if it does.
 */
export type PushOutcome = "taken" | "gone" | "refused" | { later: true; afterMs: number | null };

export type DeliverNeeds = {
  vapid: Vapid;
  clock: Clock;
  /** Origins beside those of public hosts to which may be sent. */
  allowedOrigins: readonly string[];
};

const answerMsMax = 8_000;
const answerBytesMax = 4_096;
const socketsPerHostMax = 16;

/**
 * Sends one message to one browser by its push service. Redirects are not followed, and no name is believed that leads
 * into our own network. A service that gives no answer several times in a row is asked again after a pause only: until
 * then its messages are for later at once.
 */
export function createDeliver({ vapid, clock, allowedOrigins }: DeliverNeeds) {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsPerHostMax, timeout: answerMsMax });
  const plainAgent = new PlainAgent();
  const breaker = createBreaker(clock);
  async function send(endpoint: URL, headers: Record<string, string | number>, body: Buffer) {
    const isAllowed = allowedOrigins.includes(endpoint.origin);
    const plain = endpoint.protocol === "http:";
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: string }>();
    const sent = (plain ? plainRequest : request)(endpoint, {
      method: "POST",
      headers,
      agent: plain ? plainAgent : agent,
      signal: AbortSignal.timeout(answerMsMax),
      ...(isAllowed ? {} : { lookup: publicLookup }),
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] ?? "" });
      // The rest of the answer is not needed, and could be without end.
      if (Number(answer.headers["content-length"] ?? Number.NaN) <= answerBytesMax) answer.resume();
      else answer.destroy();
    });
    sent.end(body);
    return promise;
  }
  return async (
    to: DeviceKeys & { endpoint: string },
    text: string,
    { ttlSeconds, urgency, topic }: PushTerms,
  ): Promise<PushOutcome> => {
    if (!isEndpoint(to.endpoint, allowedOrigins)) return "gone";
    const endpoint = new URL(to.endpoint);
    const { origin } = endpoint;
    if (!breaker.admits(origin)) return { later: true, afterMs: null };
    const body = encrypt(padded(text), to);
    const headers = {
      authorization: await vapid.authorization(origin),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      "content-length": body.length,
      ttl: ttlSeconds,
      urgency,
      topic,
    };
    try {
      const { status, retryAfter } = await send(endpoint, headers, body);
      breaker.answered(origin);
      return outcomeOf(status, retryAfter, clock.now());
    } catch (error) {
      if (error instanceof NotPublic) return "gone";
      breaker.silent(origin);
      return { later: true, afterMs: null };
    }
  };
}

function outcomeOf(status: number, retryAfter: string, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return "taken";
  if (status === 404 || status === 410) return "gone";
  if (status !== 429 && status < 500) return "refused";
  return { later: true, afterMs: pauseOf(retryAfter, now) };
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function pauseOf(value: string, now: Date): number | null {
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
