import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ContentNeeds } from "../needs.ts";
import { insertComment } from "../store/comments-store.ts";
import { unlessStranger } from "./comments.ts";

/** A comment of a seed; `clientId` is a UUID and stands for it, so that it comes once. */
export type ImportedComment = {
  itemId: number;
  author: { id: number; role: "fan" | "model" };
  text: string;
  clientId: string;
  writtenAt: Date;
};

/** Imports comments of a seed. One that was imported before is left alone, and one that its author may not make is left out. */
export function importComments({ db }: Pick<ContentNeeds, "db">) {
  return async (comments: readonly ImportedComment[]): Promise<void> => {
    for (const { itemId, author, text, clientId, writtenAt } of comments) {
      const row = {
        item_id: itemId,
        author_id: author.id,
        author_role: author.role,
        body: text,
        client_id: clientId,
        written_at: writtenAt,
      };
      await unlessStranger(() => inTransaction(db, (tx) => insertComment(tx, row)));
    }
  };
}
