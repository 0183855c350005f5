import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import type { AccountTables } from "./tables.ts";

/** A caller: an IP address, and the value of the device cookie where there is one. */
export type Client = { address: string; device?: string | null };

/** The facts that an account knows about a client that tries to sign in to it. */
export type Known = {
  /** The account was signed in to on this very device. */
  device: boolean;
  /** The account was signed in to from this address block. */
  address: boolean;
  /** When a password was reset by email from this address block or device; null when never. */
  mailProvedAt: Date | null;
};

/** Browsers keep a cookie for 400 days at most. Address blocks change hands sooner. */
export const deviceKnownDays = 400;
const addressKnownDays = 30;
const clientsMax = 50;
const dayMs = 86_400_000;

/**
 * The facts that account `accountId` knows about a client at `now`. An unknown id (0) knows nothing, at the same
 * cost.
 */
export async function knownClient(
  reader: Reader,
  accountId: number,
  client: Client,
  now: Date,
): Promise<Known> {
  const rows = await readRows(
    reader,
    sql<{ client: string; last_seen_at: Date; mail_proved_at: Date | null }>`
      select client, last_seen_at, mail_proved_at from accounts.known_client
      where account_id = ${accountId} and client = any (${namesOf(client)})`,
  );
  const recent = (kind: "device" | "address", days: number) =>
    rows.some(
      (row) => row.client.startsWith(kind) && now.getTime() - row.last_seen_at.getTime() <= days * dayMs,
    );
  const proofs = rows.flatMap(({ mail_proved_at }) => mail_proved_at?.getTime() ?? []);
  return {
    device: recent("device", deviceKnownDays),
    address: recent("address", addressKnownDays),
    mailProvedAt: proofs.length > 0 ? new Date(Math.max(...proofs)) : null,
  };
}

/**
 * Records that the owner of an account signed in from a client. Beyond {@link clientsMax} those that never came back are
 * deleted first: a client without cookies is a new device each time.
 */
export async function noteClient(
  tx: Tx,
  accountId: number,
  client: Client,
  { at, byMail = false }: { at: Date; byMail?: boolean },
): Promise<void> {
  await sql`
    insert into accounts.known_client as known (account_id, client, first_seen_at, last_seen_at, mail_proved_at)
    select ${accountId}, name, ${at}, ${at}, ${byMail ? at : null}::timestamptz from unnest(${namesOf(client)}::text[]) as name
    order by name
    on conflict (account_id, client) do update
      set last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
          mail_proved_at = coalesce(excluded.mail_proved_at, known.mail_proved_at)`.execute(tx);
  await sql`
    delete from accounts.known_client where account_id = ${accountId} and client in (
      select client from accounts.known_client where account_id = ${accountId}
      order by last_seen_at = ${at} desc, last_seen_at > first_seen_at desc, last_seen_at desc
      offset ${clientsMax})`.execute(tx);
}

/** Deletes the known clients of an account: a thief may have signed in with an earlier password. */
export async function deleteClients(tx: Tx, accountId: number): Promise<void> {
  await tx
    .$extendTables<AccountTables>()
    .deleteFrom("accounts.known_client")
    .where("account_id", "=", accountId)
    .execute();
}

/** Deletes clients that are too old to be known at `now`. */
export async function trimClients(db: Database, now: Date): Promise<void> {
  const since = (days: number) => new Date(now.getTime() - days * dayMs);
  const isOld = sql`(last_seen_at < ${since(deviceKnownDays)}
    or (client like 'address:%' and last_seen_at < ${since(addressKnownDays)}))`;
  // The condition stands twice because a client may come back meanwhile.
  await deleteInParts(
    db,
    (rows) => sql`
      delete from accounts.known_client where ${isOld} and (account_id, client) in (
        select account_id, client from accounts.known_client where ${isOld} limit ${rows})`,
  );
}

/** The keys of a client in the table. A device cookie is a secret: only its hash is stored. */
function namesOf({ address, device = null }: Client): string[] {
  return [
    ...(address === "" ? [] : [`address:${addressBlock(address)}`.slice(0, 100)]),
    ...(device === null ? [] : [`device:${createHash("sha256").update(device).digest("base64url")}`]),
  ];
}
