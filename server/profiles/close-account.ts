import type { Mailer } from "#server/email/email.ts";
import type { Account, Identity, ReauthCredentials, ReauthRefusal } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import { ok, type Result } from "#server/kit/result.ts";
import type { Storage } from "#server/storage/storage.ts";
import { closedEmail } from "./closed-email.ts";
import { updateAvatar } from "./store/profile-store.ts";

export type CloseRefusal = ReauthRefusal | { code: "last_admin" };

type CloseNeeds = {
  db: Database;
  identity: Pick<Identity, "reauthenticate" | "close" | "endSessionsIn">;
  storage: Pick<Storage, "discard">;
  clock: Pick<Clock, "now">;
  mailer: Pick<Mailer, "enqueue">;
  publicOrigin: string;
  personalData: readonly PersonalData[];
};

/** How long the personal data of a closed account is kept, in case somebody has to ask about it. */
const keptDays = 30;
const keptMs = keptDays * 86_400_000;

/**
 * Closes an account for good, by its owner: blocked, signed out everywhere and without its picture at once, erased after
 * 30 days.
 */
export function closeAccount(needs: CloseNeeds) {
  return async (accountId: number, credentials: ReauthCredentials): Promise<Result<object, CloseRefusal>> => {
    const checked = await needs.identity.reauthenticate(accountId, credentials);
    return checked.ok ? close(needs, checked.account) : checked;
  };
}

async function close(needs: CloseNeeds, account: Account): Promise<Result<object, CloseRefusal>> {
  const { db, identity, storage, personalData } = needs;
  for (const data of personalData) await data.beforeClose?.(account);
  const closed = await inTransaction(db, async (tx) => {
    const blocked = await identity.close(tx, account);
    if (!blocked.ok) return blocked;
    for (const data of personalData) await data.close?.(tx, account);
    await mailClosed(tx, needs, account);
    const avatar = await updateAvatar(tx, account.id, null);
    return ok({ avatar, sessions: await identity.endSessionsIn(tx, account.id, { except: null }) });
  });
  if (!closed.ok) return closed;
  closed.sessions.disconnect();
  // After the commit: a crash in between leaves an orphaned file, which the sweep deletes.
  if (closed.avatar) await storage.discard(closed.avatar);
  for (const data of personalData) await data.afterClose?.(account);
  return ok({});
}

async function mailClosed(
  tx: Tx,
  { mailer, clock, publicOrigin: url }: CloseNeeds,
  { email, language, role }: Account,
): Promise<void> {
  const eraseAt = new Date(clock.now().getTime() + keptMs);
  if (email) await mailer.enqueue(tx, closedEmail({ email, language, role }, { eraseAt, url }));
}

const accountsPerRun = 200;

type EraseNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  identity: Pick<Identity, "byId" | "closedBefore" | "lockToErase" | "erase">;
  storage: Pick<Storage, "remove">;
  personalData: readonly PersonalData[];
};

/**
 * Erases the personal data of accounts that closed 30 days ago; returns how many accounts. Payments, ledger and the
 * proof of consents stay, under a number. A job calls it; an account that fails is tried again on the next run.
 */
export function eraseClosed(needs: EraseNeeds) {
  return async (): Promise<number> => {
    const before = new Date(needs.clock.now().getTime() - keptMs);
    const ids = await needs.identity.closedBefore(needs.db, before, accountsPerRun);
    const failures: unknown[] = [];
    for (const id of ids) await eraseOne(needs, id).catch((error) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} accounts were not erased`);
    return ids.length;
  };
}

async function eraseOne(needs: EraseNeeds, id: number): Promise<void> {
  const account = await needs.identity.byId(needs.db, id);
  if (!account) throw new Error(`account ${id} is gone`);
  for (const data of needs.personalData) await data.beforeErase?.(account);
  await inTransaction(needs.db, (tx) => erase(tx, needs, id));
}

async function erase(tx: Tx, { identity, storage, personalData }: EraseNeeds, id: number): Promise<void> {
  const account = await identity.lockToErase(tx, id);
  if (!account) return;
  for (const data of personalData) await data.erase?.(tx, account);
  // Accounts closed by an earlier version still have one. Before the commit: a crash in between leaves a key without a
  // file, never a file that nothing refers to.
  const avatar = await updateAvatar(tx, id, null);
  if (avatar) await storage.remove(avatar);
  await identity.erase(tx, id);
}

/**
 * A module's handling of the personal data that it stores. Every module that stores something about people is
 * registered with the profiles module and cleans up after itself.
 */
export type PersonalData = {
  /** The module's data about a person, for the data export. */
  exportAreas?(account: Account): ExportArea[];
  /** Before the account is closed, while this can still fail: a model's broadcast ends, a fan leaves a show. */
  beforeClose?(account: Account): Promise<void>;
  /** In the transaction that closes the account: it disappears from pages, lists and search. */
  close?(tx: Tx, account: Account): Promise<void>;
  /** After the commit: sockets, playback and publishing are cut. */
  afterClose?(account: Account): Promise<void>;
  /** 30 days later, before the transaction that erases: what takes long, in transactions of its own. Must be repeatable. */
  beforeErase?(account: Account): Promise<void>;
  /** In the transaction that erases: deletes what identifies the person. Must be repeatable. */
  erase?(tx: Tx, account: Account): Promise<void>;
};
