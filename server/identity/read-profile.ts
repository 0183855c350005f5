import type { FanProfile } from "#contract/accounts.ts";
import type { Position } from "#contract/realtime.ts";
import type { MenuCounters } from "#contract/settings.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { presentFan } from "./present-fan.ts";
import { type Account, accountById } from "./store/accounts-store.ts";
import { hasSecondFactor } from "./store/second-factor-store.ts";

/** A module's part of the numbers in the main menu; what it does not name it knows nothing of. */
export type CounterSource = (account: Pick<Account, "id" | "role">) => Promise<Partial<MenuCounters>>;

export type ProfileNeeds = {
  db: Reader;
  /** Tokens a fan can spend. */
  balanceOf: (account: Account) => Promise<number>;
  counters: readonly CounterSource[];
  /** Subscriptions that end soon and are not renewed. */
  endingSubscriptions: (account: Account) => Promise<FanProfile["endingSubscriptions"]>;
  /** Does the desk open to staff with a second factor only? */
  staffSecondFactor: boolean;
  /** Where a person's own live events are now. */
  position: (topic: `person:${number}`) => Promise<Position>;
};

/** Reads accounts in the words of the wire, with what other modules know of them. */
export type Profiles = {
  /** Undefined when there is no such account. */
  profile(accountId: number): Promise<FanProfile | undefined>;
  counters(account: Pick<Account, "id" | "role">): Promise<MenuCounters>;
};

/** Makes the reader of profiles. */
export function createProfiles(needs: ProfileNeeds): Profiles {
  const { db, balanceOf, counters: sources, staffSecondFactor, position } = needs;
  const counters: Profiles["counters"] = async (account) => {
    const parts = await Promise.all(sources.map((source) => source(account)));
    const sum = (name: keyof MenuCounters) => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
    return {
      unread_messages: sum("unread_messages"),
      not_seen_attachments: sum("not_seen_attachments"),
      not_seen_posts: sum("not_seen_posts"),
    };
  };
  return {
    counters,
    async profile(accountId) {
      // Read before the profile is: an event too many is harmless, one too few is not.
      const live_from = { person: await position(`person:${accountId}`) };
      const account = await accountById(db, accountId);
      if (!account) return undefined;
      const [balance, menu, has_second_factor, endingSubscriptions] = await Promise.all([
        balanceOf(account),
        counters(account),
        hasSecondFactor(db, accountId),
        needs.endingSubscriptions(account),
      ]);
      const second_factor_needed = staffSecondFactor && account.role === "admin" && !has_second_factor;
      const beside = { ...menu, live_from, has_second_factor, second_factor_needed, endingSubscriptions };
      return presentFan(account, balance, beside);
    },
  };
}
