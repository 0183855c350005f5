import { addressBlock, type Limit, type Limits } from "#server/kit/http/limits.ts";
import type { Client, Known } from "./store/known-clients-store.ts";

/** How many failures are let through within a window. */
export type GuardLimits = {
  windowSeconds: number;
  /** Failures of a name from one address block. */
  perNameHere: number;
  /** Failures of an address block, whatever it tries: many people may share one. */
  perAddress: number;
  /** Of a name from everywhere. */
  perName: number;
  /** Failures of an address block, for names that are used up. */
  perAddressBeyond: number;
};

const passwordLimits: GuardLimits = {
  windowSeconds: 15 * 60,
  perNameHere: 5,
  perAddress: 100,
  perName: 20,
  perAddressBeyond: 20,
};

/**
 * One try: the name as it was typed, the client, and the facts that the account of that name, if any, knows about the
 * client.
 */
export type Attempt = { name: string; client: Client; known: Known };

/** One try whose secret is looked at. It counts as a failure until `succeeded` is called. */
export type Try = {
  /** Not null: the limit is reached, and a wrong secret is answered with these seconds to wait. */
  closedSeconds: number | null;
  /** Does the right secret open the session? False: it is answered like a wrong one. */
  mayPass: boolean;
  succeeded(): Promise<void>;
};
export type Admission = { ok: true; attempt: Try } | { ok: false; retryAfterSeconds: number };

export type SignInGuard = { admit(attempt: Attempt, now: Date): Promise<Admission> };

type Counted = { limit: Limit; key: string };

/**
 * Decides who may try to sign in. Failures are counted within a window: of a name from one address block, of a block
 * whatever it tries, of a name from everywhere. The name counts as typed, whether it exists or not, so that no limit
 * reveals which names exist or belong together.
 *
 * A device that the account was signed in to on before has a count of its own instead (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies"), which attackers cannot exhaust; each new password by mailed link starts another.
 * Without that cookie, once a name's count is exhausted, the secret is still checked: a wrong one and a right one from an
 * unknown client get the same 429 in the same time, and a right one opens the session where the account knows the address
 * block or was just reset by email.
 *
 * A try counts before the secret is looked at, so that many at once are no more than many in turn; windows begin with
 * their first failure and are not prolonged by what is refused. One-time codes are guarded by a guard of another
 * `name` with `bounds` of its own.
 */
export function createSignInGuard(
  limits: Limits,
  name = "passwords",
  bounds: GuardLimits = passwordLimits,
): SignInGuard {
  const { perNameHere, perAddress, perName, perAddressBeyond, windowSeconds } = bounds;
  const limit = (of: string, tries: number) => limits.create(`${name}_${of}`, tries, windowSeconds);
  const devices = limit("of_device", perNameHere);
  const hereOf = limit("of_name_here", perNameHere);
  const addresses = limit("of_address", perAddress);
  const names = limit("of_name", perName);
  /** Tries of a block whose secret is looked at beyond a limit: each costs a hash. */
  const closed = limit("beyond_limit", perAddressBeyond);

  const onDevice = async (key: string): Promise<Admission> => {
    const retryAfterSeconds = await devices.take(key);
    if (retryAfterSeconds !== null) return { ok: false, retryAfterSeconds };
    return opened({ succeeded: () => devices.clear(key) });
  };

  const beyondLimit = async (
    { known }: Attempt,
    waits: { here: number; name: number; block: string; now: Date },
  ): Promise<Admission> => {
    const closedSeconds = Math.max(1, waits.here, waits.name);
    if ((await closed.take(waits.block)) !== null) return { ok: false, retryAfterSeconds: closedSeconds };
    const provedMs = waits.now.getTime() - (known.mailProvedAt?.getTime() ?? Number.NEGATIVE_INFINITY);
    const isProved = provedMs <= windowSeconds * 1000;
    const mayPass = (waits.here === 0 || isProved) && (waits.name === 0 || known.address || isProved);
    return opened({ closedSeconds, mayPass, succeeded: () => closed.giveBack(waits.block) });
  };

  return {
    async admit(attempt, now) {
      const { client, known } = attempt;
      const name = attempt.name.toLowerCase();
      // With the time of the mailed link: what was mistyped before a new password does not count against it.
      if (known.device) return onDevice(`${client.device}|${name}|${known.mailProvedAt?.getTime() ?? ""}`);
      const block = addressBlock(client.address);
      const here = { limit: hereOf, key: `${name}|${block}` };
      const others = [
        { limit: addresses, key: block },
        { limit: names, key: name },
      ];
      const taken = await takeAll([here, ...others]);
      if (taken) return opened({ succeeded: () => succeeded(here, others) });
      const retryAfterSeconds = await addresses.blocked(block);
      if (retryAfterSeconds !== null) return { ok: false, retryAfterSeconds };
      const waits = {
        here: (await hereOf.blocked(here.key)) ?? 0,
        name: (await names.blocked(name)) ?? 0,
      };
      return beyondLimit(attempt, { ...waits, block, now });
    },
  };
}

const opened = (attempt: Partial<Try> & Pick<Try, "succeeded">): Admission => ({
  ok: true,
  attempt: { closedSeconds: null, mayPass: true, ...attempt },
});

async function succeeded(here: Counted, others: Counted[]): Promise<void> {
  for (const { limit, key } of others) await limit.giveBack(key);
  await here.limit.clear(here.key);
}

/** Takes one try from each limit, or from none when one is reached; returns whether it did. */
async function takeAll(counted: Counted[]): Promise<boolean> {
  const waits = await Promise.all(counted.map(({ limit, key }) => limit.blocked(key)));
  if (waits.some((wait) => wait !== null)) return false;
  for (const [turn, { limit, key }] of counted.entries()) {
    if ((await limit.take(key)) === null) continue;
    for (const one of counted.slice(0, turn)) await one.limit.giveBack(one.key);
    return false;
  }
  return true;
}
