import type { FanProfile, MenuCounters } from "#contract/profile.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Account, Identity } from "#server/identity/identity.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import { type CounterNeeds, menuCounters } from "./menu-counters.ts";

/** The modules that know a part of a person's profile. */
export type ProfileSources = CounterNeeds & {
  wallet: Pick<Wallet, "balance" | "heldTokens">;
  subscriptions: Pick<Subscriptions, "ending" | "priceChanges">;
  catalog: Pick<Catalog, "bannedBy"> & { blocked(fanId: number): Promise<readonly { id: number }[]> };
  /** Does the admin area open only to staff with a second factor? */
  staffSecondFactor: boolean;
  realtime: Pick<Realtime, "position">;
};

type ReaderNeeds = ProfileSources & { identity: Pick<Identity, "byId" | "secondFactor"> };

/** Reads a person's own profile, and the counters of the main menu that are part of it. */
export function createProfileReader(needs: ReaderNeeds) {
  const { db, identity, staffSecondFactor, realtime } = needs;
  const counters = menuCounters(needs);
  return {
    counters,
    /** Undefined when there is no such account. */
    async profile(accountId: number): Promise<FanProfile | undefined> {
      // Read before the profile: an event that arrives twice does no harm, one that is missed does.
      const live_from = { person: await realtime.position(`person:${accountId}`) };
      const account = await identity.byId(db, accountId);
      if (!account) return undefined;
      const [menu, secondFactor, ofFan] = await Promise.all([
        counters(account),
        identity.secondFactor.state(db, accountId),
        account.role === "fan" ? readFan(needs, accountId) : noFan,
      ]);
      const has_second_factor = secondFactor !== undefined;
      const second_factor_needed = staffSecondFactor && account.role === "admin" && !has_second_factor;
      const extras = {
        ...menu,
        not_seen_comments: menu.not_seen_comments ?? 0,
        live_from,
        has_second_factor,
        second_factor_needed,
      };
      return presentProfile(account, { ...ofFan, ...extras });
    },
  };
}

type OfFan = Pick<
  FanProfile,
  "balance" | "held" | "endingSubscriptions" | "priceChanges" | "blocked_models" | "banned_by"
>;

/**
 * The part of a profile that only a fan has: tokens, subscriptions, models whom they have blocked, and such as have
 * banned them.
 */
async function readFan({ db, wallet, subscriptions, catalog }: ProfileSources, id: number): Promise<OfFan> {
  const [balance, held, endingSubscriptions, priceChanges, blocked, banned_by] = await Promise.all([
    wallet.balance(db, { kind: "fan", id }),
    wallet.heldTokens(db, id),
    subscriptions.ending(id),
    subscriptions.priceChanges(id),
    catalog.blocked(id),
    catalog.bannedBy(id),
  ]);
  const blocked_models = blocked.map((model) => model.id);
  return { balance, held, endingSubscriptions, priceChanges, blocked_models, banned_by };
}

const noFan: OfFan = {
  balance: 0,
  held: 0,
  endingSubscriptions: [],
  priceChanges: [],
  blocked_models: [],
  banned_by: [],
};

type Extras = OfFan &
  Pick<FanProfile, keyof MenuCounters | "live_from" | "has_second_factor" | "second_factor_needed">;

function presentProfile(account: Account, extras: Extras): FanProfile {
  return {
    id: account.id,
    login: account.login,
    email: account.email ?? "",
    avatar: account.avatar,
    role: account.role,
    twitter: account.twitter,
    has_password: account.password_hash !== null,
    language: account.language,
    validation: account.validation,
    status: account.status,
    is_block_notification: account.is_block_notification,
    country: account.country ?? "",
    isColombian: account.country === "CO",
    ...extras,
  };
}
