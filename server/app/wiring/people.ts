import { createIdentity } from "#server/identity/identity.ts";
import { breachedPasswords } from "#server/identity/password/breached-passwords.ts";
import { createNotifications } from "#server/notifications/notifications.ts";
import { createProfiles } from "#server/profiles/profiles.ts";
import { createPush } from "#server/push/push.ts";
import {
  contentExists,
  createEvidencePictures,
  createSupport,
  readEvidence,
  readSales,
  removeContent,
} from "#server/support/support.ts";
import { rewardEmail } from "#server/wallet/wallet.ts";
import { cutSession } from "../cut-session.ts";
import type { Modules } from "../needs.ts";
import { openAccount } from "../open-account.ts";
import { personalData } from "../personal-data.ts";
import type { Wiring } from "./wiring.ts";

type IdentityParts = Pick<Modules, "mailer" | "privateFiles" | "realtime" | "wallet" | "catalog">;

export function makeIdentity(wiring: Wiring, made: IdentityParts) {
  const { db, clock, limits, log, config, secret, twitter, hashCost, legal, later } = wiring;
  const { mailer, privateFiles, realtime } = made;
  return createIdentity({
    db,
    clock,
    limits,
    mailer,
    publicOrigin: config.publicOrigin,
    emailConfirmed: rewardEmail,
    tokenSecret: new TextEncoder().encode(secret),
    staffSecondFactor: config.staffSecondFactor,
    sessionsKeptDays: config.keeping.sessions,
    ...(hashCost ? { hashCost } : {}),
    secondFactorSecret: new TextEncoder().encode(config.secondFactorSecret ?? secret),
    privateFiles,
    twitter,
    opened: (tx, account) => openAccount(tx, account, { ...made, rooms: later().rooms }),
    guessablePasswords: config.guessablePasswords,
    legalVersionOf: (document) => legal.document(document).version,
    isBreached: breachedPasswords({ url: config.pwnedPasswordsUrl, log }),
    revoked: cutSession(
      wiring,
      realtime,
      (accountId) => later().atOwner.cutPerson(accountId),
      (tokenId) => later().push.remove(tokenId),
    ),
  });
}

export const makePush = (
  { db, clock, log, vapidKey, config }: Wiring,
  { identity }: Pick<Modules, "identity">,
) =>
  createPush({
    db,
    clock,
    log,
    sessions: identity,
    vapidKey,
    contact: `mailto:${config.supportEmail}`,
    allowedOrigins: config.pushOrigins,
  });

export const makeNotifications = (
  { db, clock, log, secret, config: { publicOrigin } }: Wiring,
  { identity, ...made }: Pick<Modules, "identity" | "catalog" | "mailer" | "realtime" | "push">,
) => createNotifications({ db, clock, log, accounts: identity, ...made, publicOrigin, secret });

type SupportParts = Pick<
  Modules,
  | "storage"
  | "privateFiles"
  | "mailer"
  | "identity"
  | "wallet"
  | "catalog"
  | "content"
  | "messaging"
  | "rooms"
>;

export function makeSupport({ db, clock, limits, config }: Wiring, made: SupportParts) {
  const { storage, privateFiles: files, mailer, identity, wallet } = made;
  return createSupport({
    db,
    clock,
    limits,
    enqueueEmail: mailer.enqueue,
    supportEmail: config.supportEmail,
    keeping: config.keeping,
    publicOrigin: config.publicOrigin,
    accounts: identity,
    readEvidence: readEvidence({ db, ...made }),
    pictures: createEvidencePictures({ db, clock, storage, files }),
    removeContent: removeContent(made),
    contentExists: contentExists(made),
    readSales: readSales(made),
    files,
    wallet,
  });
}

export function makeProfiles(wiring: Wiring, made: Omit<Modules, "profiles">) {
  const { db, clock, limits, config } = wiring;
  return createProfiles({
    ...made,
    db,
    clock,
    limits,
    publicOrigin: config.publicOrigin,
    staffSecondFactor: config.staffSecondFactor,
    personalData: personalData(wiring, made),
  });
}
