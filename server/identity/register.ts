import type { Language } from "#contract/common.ts";
import type { LegalDocumentName } from "#contract/legal.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AskLimits } from "./ask-limits.ts";
import { askToConfirm } from "./email/email.ts";
import { isReservedLogin } from "./logins.ts";
import type { IdentityNeeds, SignedIn } from "./needs.ts";
import { choosePassword, type WeakPassword } from "./password/passwords.ts";
import { openSession, passwordSessionSeconds, type SessionOrigin } from "./sessions.ts";
import { type Account, accountById, insertAccount, insertConsents } from "./store/accounts-store.ts";

export type Registration = {
  login: string;
  email: string;
  password: string;
  role: "fan" | "model";
  language: Language;
  referrerId: number | null;
};

export type RegistrationRefusal =
  | { code: "login_taken" }
  | { code: "email_taken" }
  | WeakPassword
  | { code: "too_many"; retryAfterSeconds: number };

type Registered = Result<SignedIn, RegistrationRefusal>;

/** Opens an account with its consents, its wallet and a first session, all or nothing. */
export function register(needs: IdentityNeeds & AskLimits) {
  const perAddress = needs.limits.create("registrations", needs.registrationsPerHour ?? 5, 3600);
  return async (registration: Registration, from: SessionOrigin): Promise<Registered> => {
    if (await isReservedLogin(needs.db, registration.login)) return refuse({ code: "login_taken" });
    const block = addressBlock(from.address);
    // A refused attempt reveals whether an email is taken, and costs a hash.
    const retryAfterSeconds = (await needs.askToRegister(from.address)) ?? (await perAddress.take(block));
    if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
    try {
      const chosen = await choosePassword(needs, registration.password, registration);
      if (!chosen.ok) {
        await perAddress.giveBack(block);
        return chosen;
      }
      const { passwordHash } = chosen;
      const signedIn = await inTransaction(needs.db, (tx) =>
        open(tx, needs, registration, passwordHash, from),
      );
      return ok(signedIn);
    } catch (error) {
      await perAddress.giveBack(block);
      const taken = takenField(error);
      if (!taken) throw error;
      return refuse({ code: taken });
    }
  };
}

async function open(
  tx: Tx,
  needs: IdentityNeeds,
  registration: Registration,
  passwordHash: string,
  from: SessionOrigin,
): Promise<SignedIn> {
  const { login, email, role, language } = registration;
  const referrerId = await knownReferrer(tx, registration.referrerId);
  const { address, country = null } = from;
  const newAccount = { login, email, role, language, passwordHash, referrerId, address, country };
  const account = await openAccount(needs)(tx, newAccount);
  await askToConfirm(tx, needs, { ...account, email });
  return openSession(tx, needs, account, from, {
    seconds: passwordSessionSeconds,
    secondFactorPassed: false,
  });
}

/** The details with which an account is opened. */
export type NewAccount = {
  login: string;
  /** Null only with `twitter`. */
  email: string | null;
  passwordHash: string | null;
  role: Account["role"];
  language: Language;
  /** The IP address that the consents were given from. */
  address: string;
  referrerId?: number | null;
  country?: string | null;
  confirmed?: boolean;
  demo?: boolean;
  /** Now unless given. */
  openedAt?: Date;
  /** The identity on X: its permanent id and its present handle. */
  twitter?: { id: string; handle: string };
};

/** Opens an account with its consents and what belongs to it, in the caller's transaction. */
export function openAccount(needs: Pick<IdentityNeeds, "clock" | "opened" | "legalVersionOf">) {
  return async (tx: Tx, newAccount: NewAccount): Promise<Account> => {
    const account = await insertAccount(tx, {
      login: newAccount.login,
      email: newAccount.email,
      password_hash: newAccount.passwordHash,
      role: newAccount.role,
      language: newAccount.language,
      referrer_id: newAccount.referrerId ?? null,
      country: newAccount.country ?? null,
      validation: newAccount.confirmed ? "confirmed" : "waiting",
      demo: newAccount.demo ?? false,
      avatar: null,
      twitter: newAccount.twitter?.handle ?? null,
      twitter_id: newAccount.twitter?.id ?? null,
      ...(newAccount.openedAt && { created_at: newAccount.openedAt }),
    });
    await insertConsents(tx, consentsOf(needs, account, needs.clock.now(), newAccount.address));
    await needs.opened(tx, account);
    return account;
  };
}

/** Only an existing fan who is not blocked can be a referrer; anything else is left out. */
export async function knownReferrer(tx: Tx, referrerId: number | null): Promise<number | null> {
  if (referrerId === null) return null;
  const referrer = await accountById(tx, referrerId);
  return referrer?.role === "fan" && referrer.status !== "blocked" ? referrer.id : null;
}

/** The documents that a registration accepts. Who says that they are of age says so as the terms have it. */
const accepted = {
  over_18: "terms-of-service",
  terms: "terms-of-service",
  privacy: "privacy-policy",
  creator_agreement: "creator-agreement",
} as const satisfies Record<string, LegalDocumentName>;

function consentsOf(
  { legalVersionOf }: Pick<IdentityNeeds, "legalVersionOf">,
  account: Account,
  acceptedAt: Date,
  address: string,
) {
  const documents = ["over_18", "terms", "privacy", "creator_agreement"] as const;
  const asked = documents.filter((document) => document !== "creator_agreement" || account.role === "model");
  return asked.map((document) => ({
    account_id: account.id,
    document,
    version: legalVersionOf(accepted[document]),
    accepted_at: acceptedAt,
    address,
  }));
}

/** The name of the two that a unique violation (23505) says is taken; null for any other error. */
export function takenField(error: unknown): "login_taken" | "email_taken" | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23505") return null;
  if (constraint?.startsWith("account_login")) return "login_taken";
  return constraint === "account_email" ? "email_taken" : null;
}
