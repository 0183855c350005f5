import { addressBlock, createLimit, type Limit } from "#server/kit/http/limits.ts";
import type { AccountsNeeds } from "./accounts.ts";
import { isKnownAddress } from "./store/sessions-store.ts";
import { sessionsKeptDays } from "./trim-sessions.ts";

/** How many failures are let through within a window: of a person from one address block, of a block, of a person. */
export type GuardLimits = {
  windowSeconds: number;
  perPersonHere: number;
  perAddress: number;
  perPerson: number;
};

const passwordLimits: GuardLimits = {
  windowSeconds: 15 * 60,
  perPersonHere: 5,
  perAddress: 20,
  perPerson: 20,
};

/** One try that was let in: it counts as a failure until `succeeded` is called. */
export type Try = { succeeded(): Promise<void> };
export type Admission = { ok: true; attempt: Try } | { ok: false; retryAfterSeconds: number };

export type SignInGuard = {
  /** `accountId` when the name is an account's, so that its user name and its email count together. */
  admit(person: { accountId: number | null; name: string }, address: string): Promise<Admission>;
  /** Forgets the failures of somebody who has proved at this address to own the account, by other means. */
  forgive(accountId: number, address: string): Promise<void>;
};

type Counted = { limit: Limit; key: string };

/**
 * Who may try to sign in. Failures are counted, within 15 minutes, for a person from one address block (5), for an
 * address block whoever it tries (20), and for a person from everywhere (20). From a block where the account was signed
 * in to before the last one is not asked: strangers cannot shut out the owner. A try counts before the password is
 * looked at, so that many at once are no more than many in turn; windows begin with their first failure and are not
 * prolonged by what is refused. One-time codes are guarded the same way, by a guard with `limits` of its own.
 */
export function createSignInGuard(
  { db, clock }: Pick<AccountsNeeds, "db" | "clock">,
  limits = passwordLimits,
): SignInGuard {
  const { windowSeconds } = limits;
  const hereOf = createLimit(limits.perPersonHere, windowSeconds);
  const addresses = createLimit(limits.perAddress, windowSeconds);
  const persons = createLimit(limits.perPerson, windowSeconds);
  const isKnown = (accountId: number, block: string) => {
    const since = new Date(clock.now().getTime() - sessionsKeptDays * 86_400_000);
    return isKnownAddress(db, accountId, block, since);
  };

  const admit: SignInGuard["admit"] = async (person, address) => {
    const block = addressBlock(address);
    const { accountId } = person;
    const who = keyOf(accountId, person.name);
    const here: Counted = { limit: hereOf, key: `${who}|${block}` };
    const counted: Counted[] = [{ limit: addresses, key: block }];
    if (accountId === null || !(await isKnown(accountId, block))) counted.push({ limit: persons, key: who });
    const retryAfterSeconds = await takeAll([...counted, here]);
    if (retryAfterSeconds !== null) return { ok: false, retryAfterSeconds };
    const succeeded = async () => {
      await giveBack(counted);
      await here.limit.clear(here.key);
    };
    return { ok: true, attempt: { succeeded } };
  };
  return {
    admit,
    async forgive(accountId, address) {
      const who = keyOf(accountId, "");
      await Promise.all([hereOf.clear(`${who}|${addressBlock(address)}`), persons.clear(who)]);
    },
  };
}

function keyOf(accountId: number | null, name: string): string {
  return accountId === null ? `name:${name.toLowerCase()}` : `account:${accountId}`;
}

/** Takes one try of each, or none: a refused try costs nothing. Answers the seconds to wait, else null. */
async function takeAll(counted: Counted[]): Promise<number | null> {
  const waits = await Promise.all(counted.map(({ limit, key }) => limit.blocked(key)));
  const longest = Math.max(0, ...waits.map((seconds) => seconds ?? 0));
  if (longest > 0) return longest;
  const taken: Counted[] = [];
  for (const one of counted) {
    const wait = await one.limit.take(one.key);
    if (wait !== null) {
      await giveBack(taken);
      return wait;
    }
    taken.push(one);
  }
  return null;
}

async function giveBack(taken: Counted[]): Promise<void> {
  for (const { limit, key } of taken) await limit.giveBack(key);
}
