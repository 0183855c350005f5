import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "#server/kit/clock.ts";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { afterCommit } from "#server/kit/database/transaction.ts";
import { deriveKey } from "#server/kit/derive-key.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";

/**
 * A link's file, reader, time of creation (milliseconds since 1970) and expiry (seconds). `of` names what the file
 * belongs to: the module behind it decides whether the reader may still see it.
 */
export type Link = { key: string; of: string; readerId: number; madeMs: number; until: number };

export type LinkRefusal = "link_invalid" | "link_expired";

/** Signs and verifies links. */
export type LinkSigner = {
  /** The query string: all of the link but its key, and the signature over all of it. */
  query(link: Link): string;
  verify(key: string, query: Readonly<Record<string, unknown>>): Result<{ link: Link }, LinkRefusal>;
};

/** Makes the signer of links to private files. `secret` is the deployment's; the key is derived, so that other uses of it stay separate. */
export function linkSigner(secret: string, clock: Clock): LinkSigner {
  const own = deriveKey(secret, "links to private files");
  const sign = ({ key, of, readerId, madeMs, until }: Link) =>
    createHmac("sha256", own).update(`${key}\n${of}\n${readerId}\n${madeMs}\n${until}`).digest();
  return {
    query(link) {
      return new URLSearchParams({
        for: String(link.readerId),
        of: link.of,
        made: String(link.madeMs),
        until: String(link.until),
        signature: sign(link).toString("base64url"),
      }).toString();
    },
    verify(key, query) {
      const [readerId, madeMs, until] = [Number(query.for), Number(query.made), Number(query.until)];
      const { of, signature } = query;
      if (typeof signature !== "string" || typeof of !== "string") return refuse("link_invalid");
      if (![readerId, madeMs, until].every(Number.isSafeInteger)) return refuse("link_invalid");
      const link = { key, of, readerId, madeMs, until };
      const given = Buffer.from(signature, "base64url");
      const right = sign(link);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return refuse("link_invalid");
      return until * 1000 > clock.now().getTime() ? ok({ link }) : refuse("link_expired");
    },
  };
}

/** The links to revoke: those of a reader to files of one owner, or to all files. */
export type RevokedLinks = { readerId: number; ownerId?: number };

/** When links of readers were revoked. The table decides what opens; this process caches it to make new links. */
export type LinkRevocations = {
  /** Revokes in the caller's transaction; links made afterwards are valid. */
  revoke(tx: Tx, links: RevokedLinks, at: Date): Promise<void>;
  /** When links to files of an owner were last revoked as far as this process knows, in ms since 1970; 0 when never. */
  known(readerId: number, ownerId: number): number;
  /** The expiry of a link from the database. */
  stored(reader: Reader, readerId: number, ownerId: number): Promise<number>;
  /** Loads the revocations since a moment; once, before links are made. */
  load(db: Database, since: Date): Promise<void>;
  /** Deletes revocations from before a moment. */
  trim(tx: Tx, before: Date): Promise<void>;
};

/** Owner id that stands for all owners: no account has it. */
const everybody = 0;

type RevocationRow = { reader_id: number; owner_id: number; cut_at: Date };

/** Makes the {@link LinkRevocations} of one process. */
export function createLinkRevocations(): LinkRevocations {
  const revokedAt = new Map<string, number>();
  const keyOf = (readerId: number, ownerId: number) => `${readerId}:${ownerId}`;
  const remember = ({ reader_id, owner_id, cut_at }: RevocationRow) => {
    const key = keyOf(reader_id, owner_id);
    revokedAt.set(key, Math.max(revokedAt.get(key) ?? 0, cut_at.getTime()));
  };
  return {
    async revoke(tx, { readerId, ownerId = everybody }, at) {
      const row = { reader_id: readerId, owner_id: ownerId, cut_at: at };
      await sql`
        insert into storage.link_cut as cut (reader_id, owner_id, cut_at) values (${readerId}, ${ownerId}, ${at})
        on conflict (reader_id, owner_id) do update set cut_at = greatest(cut.cut_at, excluded.cut_at)`.execute(
        tx,
      );
      if (!afterCommit(tx, () => remember(row))) remember(row);
    },
    known: (readerId, ownerId) =>
      Math.max(revokedAt.get(keyOf(readerId, everybody)) ?? 0, revokedAt.get(keyOf(readerId, ownerId)) ?? 0),
    async stored(reader, readerId, ownerId) {
      const rows = await readRows(
        reader,
        sql<RevocationRow>`
          select * from storage.link_cut
          where reader_id = ${readerId} and owner_id = any (${[everybody, ownerId]}::bigint[])`,
      );
      for (const row of rows) remember(row);
      return Math.max(0, ...rows.map(({ cut_at }) => cut_at.getTime()));
    },
    async load(db, since) {
      const rows = await readRows(
        db,
        sql<RevocationRow>`select * from storage.link_cut where cut_at > ${since}`,
      );
      for (const row of rows) remember(row);
    },
    async trim(tx, before) {
      await sql`delete from storage.link_cut where cut_at < ${before}`.execute(tx);
      for (const [key, at] of revokedAt) if (at < before.getTime()) revokedAt.delete(key);
    },
  };
}
