import type { FanProfile, MenuCounters } from "#contract/profile.ts";
import type { Position } from "#contract/realtime.ts";
import type { Account, Identity } from "#server/identity/identity.ts";
import type { Reader } from "#server/kit/database/database.ts";

/** One module's counts for the main menu; a counter that it leaves out is 0. */
export type CounterSource = (account: Pick<Account, "id" | "role">) => Promise<Partial<MenuCounters>>;

export type ProfileSources = {
  /** Tokens a fan can spend, and those set aside for a show that runs. */
  tokensOf: (account: Account) => Promise<Pick<FanProfile, "balance" | "held">>;
  counters: readonly CounterSource[];
  /** Subscriptions that end soon and are not renewed. */
  endingSubscriptions: (account: Account) => Promise<FanProfile["endingSubscriptions"]>;
  priceChanges: (account: Account) => Promise<FanProfile["priceChanges"]>;
  /** The ids of the models whom a fan has blocked. */
  blockedModels: (account: Account) => Promise<number[]>;
  bannedBy: (account: Account) => Promise<number[]>;
  /** Does the admin area open only to staff with a second factor? */
  staffSecondFactor: boolean;
  /** Position in the person's own stream of events. */
  position: (topic: `person:${number}`) => Promise<Position>;
};

type ReaderNeeds = ProfileSources & { db: Reader; identity: Pick<Identity, "byId" | "secondFactor"> };

/** Reads a person's own profile, and the counters of the main menu that are part of it. */
export function createProfileReader(needs: ReaderNeeds) {
  const { db, identity, tokensOf, counters: sources, staffSecondFactor, position } = needs;
  const counters = async (account: Pick<Account, "id" | "role">): Promise<MenuCounters> => {
    const parts = await Promise.all(sources.map((source) => source(account)));
    const sum = (name: keyof MenuCounters) => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
    return {
      unread_messages: sum("unread_messages"),
      not_seen_attachments: sum("not_seen_attachments"),
      not_seen_posts: sum("not_seen_posts"),
      ...(account.role === "model" && { not_seen_comments: sum("not_seen_comments") }),
    };
  };
  return {
    counters,
    /** Undefined when there is no such account. */
    async profile(accountId: number): Promise<FanProfile | undefined> {
      // Read before the profile: an event that arrives twice does no harm, one that is missed does.
      const live_from = { person: await position(`person:${accountId}`) };
      const account = await identity.byId(db, accountId);
      if (!account) return undefined;
      const [tokens, menu, secondFactor, endingSubscriptions, priceChanges, blocked_models, banned_by] =
        await Promise.all([
          tokensOf(account),
          counters(account),
          identity.secondFactor.state(db, accountId),
          needs.endingSubscriptions(account),
          needs.priceChanges(account),
          needs.blockedModels(account),
          needs.bannedBy(account),
        ]);
      const has_second_factor = secondFactor !== undefined;
      const second_factor_needed = staffSecondFactor && account.role === "admin" && !has_second_factor;
      const extras = {
        ...menu,
        not_seen_comments: menu.not_seen_comments ?? 0,
        live_from,
        has_second_factor,
        second_factor_needed,
        endingSubscriptions,
        priceChanges,
        blocked_models,
        banned_by,
      };
      return presentProfile(account, { ...tokens, ...extras });
    },
  };
}

type Extras = Pick<
  FanProfile,
  | keyof MenuCounters
  | "balance"
  | "held"
  | "live_from"
  | "has_second_factor"
  | "second_factor_needed"
  | "endingSubscriptions"
  | "priceChanges"
  | "blocked_models"
  | "banned_by"
>;

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
