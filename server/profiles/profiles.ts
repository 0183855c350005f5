/**
 * A person's own profile and settings, the export of their data, closing an account and erasing it. Modules that store
 * personal data are registered in `server/app/personal-data.ts`.
 */

import type { Readable } from "node:stream";
import type { Language } from "#contract/common.ts";
import type { FanProfile, MenuCounters } from "#contract/profile.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Account, Identity, ReauthCredentials } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { Result } from "#server/kit/result.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type AvatarRefusal, removeAvatar, storeAvatar, sweepAvatars } from "./avatar.ts";
import { type CloseRefusal, closeAccount, eraseClosed, type PersonalData } from "./close-account.ts";
import { type ExportRefusal, exportAccount } from "./export-account.ts";
import { createProfileReader, type ProfileSources } from "./read-profile.ts";
import { updateCountry, updateLanguage, updateNotifications } from "./store/profile-store.ts";

export { fillBillingCountry } from "./billing-country.ts";
export type { PersonalData } from "./close-account.ts";

export type ProfilesNeeds = ProfileSources & {
  db: Database;
  clock: Clock;
  limits: Limits;
  identity: Pick<
    Identity,
    | "byId"
    | "reauthenticate"
    | "secondFactor"
    | "close"
    | "endSessionsIn"
    | "closedBefore"
    | "lockToErase"
    | "erase"
  >;
  mailer: Pick<Mailer, "enqueue">;
  /** Scheme and host of the product's pages. */
  publicOrigin: string;
  storage: Pick<Storage, "get" | "put" | "remove" | "discard" | "sweep" | "url">;
  /** The modules that store something about people, in the order in which they export, close and erase it. */
  personalData: readonly PersonalData[];
};

/** The account as people see and change it, and the ways to leave. */
export type Profiles = {
  /** Undefined when there is no such account. */
  profile(accountId: number): Promise<FanProfile | undefined>;
  counters(account: Pick<Account, "id" | "role">): Promise<MenuCounters>;
  changeLanguage(accountId: number, language: Language): Promise<void>;
  /** `country`: its ISO 3166 code. */
  changeCountry(accountId: number, country: string): Promise<void>;
  /** Silences notices of new messages and notification emails, or lets them through again. */
  setNotifications(accountId: number, blocked: boolean): Promise<void>;
  /** Stores an avatar from the bytes of a JPEG, PNG or WebP. */
  storeAvatar(accountId: number, bytes: Uint8Array): Promise<Result<object, AvatarRefusal>>;
  /** Deletes the avatar of an account and its file. */
  removeAvatar(accountId: number): Promise<void>;
  /** Deletes stored avatars that no account refers to. */
  sweepAvatars(): Promise<void>;
  /** Closes the account of a person who has re-authenticated. */
  close(accountId: number, credentials: ReauthCredentials): Promise<Result<object, CloseRefusal>>;
  /** Erases the personal data of accounts that closed 30 days ago; returns how many. */
  eraseClosed(): Promise<number>;
  /** Everything stored about an account, as a ZIP. */
  export(accountId: number): Promise<Result<{ archive: Readable }, ExportRefusal>>;
};

/** Makes the profiles module. */
export function createProfiles(needs: ProfilesNeeds): Profiles {
  return {
    ...createProfileReader(needs),
    changeLanguage: (accountId, language) => updateLanguage(needs.db, accountId, language),
    changeCountry: (accountId, country) => updateCountry(needs.db, accountId, country),
    setNotifications: (accountId, blocked) => updateNotifications(needs.db, accountId, blocked),
    storeAvatar: storeAvatar(needs),
    removeAvatar: removeAvatar(needs),
    sweepAvatars: sweepAvatars(needs),
    close: closeAccount(needs),
    eraseClosed: eraseClosed(needs),
    export: exportAccount(needs),
  };
}
