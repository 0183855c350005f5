import { randomBytes } from "node:crypto";
import type { Language } from "#contract/common.ts";
import { freeLogin } from "#server/identity/logins.ts";
import type { TwitterParts } from "#server/identity/needs.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SignedIn } from "../needs.ts";
import { openSession, type SessionOrigin, socialSessionSeconds } from "../sessions.ts";
import { type Account, isTaken } from "../store/accounts-store.ts";
import { hasSecondFactor } from "../store/second-factor-store.ts";
import {
  insertClaim,
  lockByTwitter,
  type TwitterStart,
  takeStart,
  updateTwitter,
} from "../store/twitter-store.ts";
import type { TwitterIdentity } from "./twitter-client.ts";

/** How long a claimed identity waits for consents or a sign-in, in seconds. */
const claimSeconds = 1_800;

type FlowContext = { language: Language; route: string | null; connect: boolean };

/**
 * The result of a journey: a session; or an identity without an account, named by a secret `claim`, that may open one
 * (`newcomer`), belongs to the account that asked (`connect`), or has the email address of an account whose owner
 * must sign in first (`email_known`); or an identity whose account asks for a code too (`second_factor`).
 */
export type Finished = FlowContext &
  (
    | { kind: "signed_in"; session: SignedIn }
    | { kind: "newcomer"; claim: string; handle: string; login: string; email: string | null }
    | { kind: "connect" | "email_known" | "second_factor"; claim: string; handle: string }
  );

/** `unknown_start`: this browser started no such flow, or it has ended. The others know where to return to. */
export type FinishRefusal =
  | { code: "unknown_start" }
  | ({ code: "refused" | "blocked" } & FlowContext)
  | ({ code: "failed"; reason: string } & FlowContext);

/** Finishes an OAuth flow in the browser that started it. A return works once. */
export function finishTwitter(parts: TwitterParts) {
  return async (
    browser: string | null,
    query: URLSearchParams,
    from: SessionOrigin,
  ): Promise<Result<Finished, FinishRefusal>> => {
    const { db, clock, client } = parts;
    const state = query.get("state");
    if (!client || browser === null || state === null) return refuse({ code: "unknown_start" });
    const start = await inTransaction(db, (tx) => takeStart(tx, browser, state, clock.now()));
    if (!start) return refuse({ code: "unknown_start" });
    const journey = { state, verifier: start.verifier, redirectUri: start.redirect_uri };
    const shown = await client.identify(query, journey);
    if (!shown.ok) return refuse({ ...shown.refusal, ...flowContextOf(start) });
    return inTransaction(db, (tx) => settle(tx, parts, shown, start, from));
  };
}

const flowContextOf = ({ language, route, connect }: TwitterStart): FlowContext => ({
  language,
  route,
  connect,
});

async function settle(
  tx: Tx,
  parts: TwitterParts,
  identity: TwitterIdentity,
  start: TwitterStart,
  from: SessionOrigin,
): Promise<Result<Finished, FinishRefusal>> {
  if (start.connect) return ok(await claimed(tx, parts, identity, start, "connect"));
  // The lock waits for a reset of the password that disconnects X at this moment, and reads what it left.
  const known = await lockByTwitter(tx, identity.id);
  if (known) return signInAs(tx, parts, known, identity, start, from);
  if (identity.email !== null && (await isTaken(tx, "email", identity.email)))
    return ok(await claimed(tx, parts, identity, start, "email_known"));
  const claim = await keepClaim(tx, parts, identity, start);
  const { handle, email } = identity;
  return ok({
    ...flowContextOf(start),
    kind: "newcomer",
    claim,
    handle,
    email,
    login: await freeLogin(tx, handle),
  });
}

async function signInAs(
  tx: Tx,
  parts: TwitterParts,
  account: Account,
  identity: TwitterIdentity,
  start: TwitterStart,
  from: SessionOrigin,
): Promise<Result<Finished, FinishRefusal>> {
  if (account.status === "blocked") return refuse({ code: "blocked", ...flowContextOf(start) });
  await updateTwitter(tx, account.id, identity);
  // The account is locked: no second factor can be added before the session is opened.
  if (await hasSecondFactor(tx, account.id))
    return ok(await claimed(tx, parts, identity, start, "second_factor"));
  const terms = { seconds: socialSessionSeconds, secondFactorPassed: false };
  const session = await openSession(tx, parts, account, from, terms);
  return ok({ ...flowContextOf(start), kind: "signed_in", session });
}

async function claimed(
  tx: Tx,
  parts: TwitterParts,
  identity: TwitterIdentity,
  start: TwitterStart,
  kind: "connect" | "email_known" | "second_factor",
): Promise<Finished> {
  const claim = await keepClaim(tx, parts, identity, start);
  return { ...flowContextOf(start), kind, claim, handle: identity.handle };
}

async function keepClaim(
  tx: Tx,
  { clock }: TwitterParts,
  identity: TwitterIdentity,
  start: TwitterStart,
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const now = clock.now();
  const claim = {
    twitter_id: identity.id,
    handle: identity.handle,
    email: identity.email,
    referrer_id: start.referrer_id,
    expires_at: new Date(now.getTime() + claimSeconds * 1000),
  };
  await insertClaim(tx, secret, claim, now);
  return secret;
}
