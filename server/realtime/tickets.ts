import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "#server/kit/clock.ts";
import { deriveKey } from "#server/kit/derive-key.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Subject } from "./connection.ts";
import type { RealtimeLimits } from "./limits.ts";

const subject = z.union([
  z.strictObject({
    userId: z.int(),
    role: z.enum(["fan", "model", "admin"]),
    tokenId: z.string(),
    expiresAtMs: z.number().optional(),
  }),
  z.strictObject({ userId: z.null() }),
]);
const content = z.strictObject({ subject, issuedAtMs: z.number(), nonce: z.string() });

export type TicketRefusal = "invalid" | "expired" | "used" | "revoked" | "busy";

/** The person of the ticket. Opening the socket takes a moment, so the session is checked once more afterwards. */
export type Redeemed = { subject: Subject; isRevoked(): boolean };

/** Signed, short-lived, single-use proofs of who opens a socket; made by an authenticated call. */
export type Tickets = {
  issue(subject: Subject): string;
  /** Answers whose ticket it is and marks it as used. */
  redeem(ticket: string): Promise<Result<Redeemed, TicketRefusal>>;
  /** Refuses every ticket issued until now to that session or person. */
  revoke(where: { tokenId?: string; userId?: number }): void;
};

/** Remembers the tickets that were used, for as long as they live. */
export type UsedTickets = {
  /** Marks a ticket as used; `busy` when no more can be remembered. */
  claim(nonce: string): Promise<Result<object, "used" | "busy">>;
};

type TicketLimits = Pick<RealtimeLimits, "ticketLifeMs" | "ticketsRememberedMax">;

/** The {@link UsedTickets} of one process. */
export function memoryUsedTickets(clock: Clock, limits: TicketLimits): UsedTickets {
  const used = expiringMap(clock, limits.ticketLifeMs);
  return {
    async claim(nonce) {
      if (used.get(nonce) !== undefined) return refuse("used");
      if (used.size() >= limits.ticketsRememberedMax) return refuse("busy");
      used.set(nonce);
      return ok({});
    },
  };
}

type TicketNeeds = { secret: string; clock: Clock; limits: TicketLimits; used: UsedTickets };

/** Makes {@link Tickets} signed with a key of their own, derived from `secret`. */
export function createTickets({ secret, clock, limits, used }: TicketNeeds): Tickets {
  const key = deriveKey(secret, "realtime ticket");
  const revoked = expiringMap(clock, limits.ticketLifeMs);
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();

  function read(ticket: string): z.infer<typeof content> | null {
    const [text = "", signature = "", ...rest] = ticket.split(".");
    const given = Buffer.from(signature, "base64url");
    const wanted = sign(text);
    if (rest.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    return content.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  }

  function wasRevoked(holder: Subject, issuedAtMs: number): boolean {
    if (holder.userId === null) return false;
    const keys = [`token:${holder.tokenId}`, `user:${holder.userId}`];
    return keys.some((name) => (revoked.get(name) ?? Number.NEGATIVE_INFINITY) >= issuedAtMs);
  }

  return {
    issue(holder) {
      const issuedAtMs = clock.now().getTime();
      const nonce = randomBytes(12).toString("base64url");
      const text = Buffer.from(JSON.stringify({ subject: holder, issuedAtMs, nonce })).toString("base64url");
      return `${text}.${sign(text).toString("base64url")}`;
    },
    async redeem(ticket) {
      const found = read(ticket);
      if (!found) return refuse("invalid");
      const ageMs = clock.now().getTime() - found.issuedAtMs;
      if (ageMs < 0 || ageMs >= limits.ticketLifeMs) return refuse("expired");
      if (hasEnded(found.subject, clock.now().getTime())) return refuse("expired");
      const isRevoked = () => wasRevoked(found.subject, found.issuedAtMs);
      if (isRevoked()) return refuse("revoked");
      const claimed = await used.claim(found.nonce);
      if (!claimed.ok) return claimed;
      return isRevoked() ? refuse("revoked") : ok({ subject: found.subject, isRevoked });
    },
    revoke({ tokenId, userId }) {
      if (tokenId !== undefined) revoked.set(`token:${tokenId}`);
      if (userId !== undefined) revoked.set(`user:${userId}`);
    },
  };
}

function hasEnded(holder: Subject, nowMs: number): boolean {
  return holder.userId !== null && holder.expiresAtMs !== undefined && holder.expiresAtMs <= nowMs;
}

/** Keys with the time they were set, forgotten after `lifeMs`; oldest first, so forgetting is cheap. */
function expiringMap(clock: Clock, lifeMs: number) {
  const setAtMs = new Map<string, number>();
  function forget(): void {
    const oldestMs = clock.now().getTime() - lifeMs;
    for (const [key, atMs] of setAtMs) {
      if (atMs > oldestMs) return;
      setAtMs.delete(key);
    }
  }
  return {
    get(key: string): number | undefined {
      forget();
      return setAtMs.get(key);
    },
    set(key: string): void {
      setAtMs.delete(key);
      setAtMs.set(key, clock.now().getTime());
    },
    size(): number {
      forget();
      return setAtMs.size;
    },
  };
}
