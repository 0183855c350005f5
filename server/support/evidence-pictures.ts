import { sql } from "kysely";
import type { Clock } from "#server/kit/clock.ts";
import { type Database, readRows } from "#server/kit/database/database.ts";
import type { PrivateFiles, Storage } from "#server/storage/storage.ts";
import type { TicketRow } from "./store/tables.ts";
import { ticketById } from "./store/tickets-store.ts";

/** Copies of reported pictures: staff see what was reported, whatever became of the picture itself. */
export type EvidencePictures = {
  /** Copies a public picture among the private files; answers the copy's key, or null when the picture is gone. */
  keep(key: string): Promise<string | null>;
  /** Where one member of staff sees the picture of a ticket, as a path of this origin; null when it has none. */
  address(ticket: TicketRow, staffId: number): string | null;
  /** The owner of the picture of a ticket, if somebody of this role may see it: staff alone. */
  ownerOf(reader: { role: string }, file: { ticketId: number; key: string }): Promise<number | null>;
  /** Deletes copies that no ticket refers to; a job calls it. */
  sweep(): Promise<void>;
};

type EvidencePictureNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  storage: Pick<Storage, "get">;
  files: Pick<PrivateFiles, "put" | "link" | "sweep">;
};

const area = "evidence";
/** A copy that was made longer ago than this either belongs to a ticket by now or never will. */
const orphanAfterMs = 3_600_000;

/** Makes the copies of reported pictures. */
export function createEvidencePictures({
  db,
  clock,
  storage,
  files,
}: EvidencePictureNeeds): EvidencePictures {
  return {
    async keep(key) {
      const found = await storage.get(key);
      return found && files.put(area, found);
    },
    address({ id, evidence, reported_id }, staffId) {
      const key = evidence?.media?.copy;
      if (!key) return null;
      return files.link({ key, of: `${area}:${id}`, ownerId: reported_id ?? 0 }, staffId);
    },
    async ownerOf({ role }, { ticketId, key }) {
      const ticket = role === "admin" ? await ticketById(db, ticketId) : undefined;
      return ticket?.evidence?.media?.copy === key ? (ticket.reported_id ?? 0) : null;
    },
    sweep: () =>
      files.sweep(area, new Date(clock.now().getTime() - orphanAfterMs), async (keys) => {
        const rows = sql<{ key: string }>`
          select evidence #>> '{media,copy}' as key from support.ticket
          where evidence #>> '{media,copy}' = any (${keys}::text[])`;
        return new Set((await readRows(db, rows)).map(({ key }) => key));
      }),
  };
}
