import { sql } from "kysely";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { readRows } from "#server/kit/database/database.ts";
import { afterCommit } from "#server/kit/database/transaction.ts";

/** Whose links die: those of a reader to files of one owner, or to all files. */
export type CutLinks = { readerId: number; ownerId?: number };

/** When links of readers were cut. The table decides what opens; this process knows its cuts by heart to make new links. */
export type LinkCuts = {
  /** Cuts in the caller's transaction; links made afterwards are alive. */
  cut(tx: Tx, links: CutLinks, at: Date): Promise<void>;
  /** When links to files of an owner were cut last as far as this process knows, in ms since 1970; 0 when never. */
  known(readerId: number, ownerId: number): number;
  /** The same, as the database knows. */
  stored(reader: Reader, readerId: number, ownerId: number): Promise<number>;
  /** Learns the cuts since a moment; to be done once, before links are made. */
  load(db: Database, since: Date): Promise<void>;
  /** Forgets the cuts of before a moment. */
  trim(tx: Tx, before: Date): Promise<void>;
};

/** Which owner stands for all of them: no account has this number. */
const everybody = 0;

type CutRow = { reader_id: number; owner_id: number; cut_at: Date };

/** Makes the {@link LinkCuts} of one process. */
export function createLinkCuts(): LinkCuts {
  const cuts = new Map<string, number>();
  const keyOf = (readerId: number, ownerId: number) => `${readerId}:${ownerId}`;
  const remember = ({ reader_id, owner_id, cut_at }: CutRow) => {
    const key = keyOf(reader_id, owner_id);
    cuts.set(key, Math.max(cuts.get(key) ?? 0, cut_at.getTime()));
  };
  return {
    async cut(tx, { readerId, ownerId = everybody }, at) {
      const row = { reader_id: readerId, owner_id: ownerId, cut_at: at };
      await sql`
        insert into storage.link_cut as cut (reader_id, owner_id, cut_at) values (${readerId}, ${ownerId}, ${at})
        on conflict (reader_id, owner_id) do update set cut_at = greatest(cut.cut_at, excluded.cut_at)`.execute(
        tx,
      );
      if (!afterCommit(tx, () => remember(row))) remember(row);
    },
    known: (readerId, ownerId) =>
      Math.max(cuts.get(keyOf(readerId, everybody)) ?? 0, cuts.get(keyOf(readerId, ownerId)) ?? 0),
    async stored(reader, readerId, ownerId) {
      const rows = await readRows(
        reader,
        sql<CutRow>`
          select * from storage.link_cut
          where reader_id = ${readerId} and owner_id = any (${[everybody, ownerId]}::bigint[])`,
      );
      for (const row of rows) remember(row);
      return Math.max(0, ...rows.map(({ cut_at }) => cut_at.getTime()));
    },
    async load(db, since) {
      const rows = await readRows(db, sql<CutRow>`select * from storage.link_cut where cut_at > ${since}`);
      for (const row of rows) remember(row);
    },
    async trim(tx, before) {
      await sql`delete from storage.link_cut where cut_at < ${before}`.execute(tx);
      for (const [key, at] of cuts) if (at < before.getTime()) cuts.delete(key);
    },
  };
}
