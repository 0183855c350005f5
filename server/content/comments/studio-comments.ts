import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ContentNeeds } from "../needs.ts";
import { commentsPerPage } from "../store/comments-store.ts";
import {
  countUnseenComments,
  type StudioCommentRow,
  saveSeenComments,
  seenComments,
  studioCommentsPage,
} from "../store/studio-comments-store.ts";
import { type Comment, withAuthors } from "./comments.ts";

/** A comment under a post of the model, with the post's title; `isNew`: a fan's that the model has not seen. */
export type StudioComment = Comment & Pick<StudioCommentRow, "title"> & { isNew: boolean };

/** A page of the comments under all posts of a model, the latest first. */
export function listStudioComments(needs: ContentNeeds) {
  return async (order: {
    modelId: number;
    before: number | null;
  }): Promise<{ comments: StudioComment[]; more: boolean }> => {
    const [rows, seen] = await Promise.all([
      studioCommentsPage(needs.db, order),
      seenComments(needs.db, order.modelId),
    ]);
    const named = await withAuthors(needs, order.modelId, rows.slice(0, commentsPerPage));
    return {
      comments: named.map((row) => ({ ...row, isNew: row.author_role === "fan" && row.id > seen })),
      more: rows.length > commentsPerPage,
    };
  };
}

/** How many comments of fans a model has not seen, counted to 100. */
export function unseenComments({ db }: ContentNeeds) {
  return (modelId: number): Promise<number> => countUnseenComments(db, modelId);
}

/** Records that a model has seen the comments up to the one of this id; answers how many they have not seen now. */
export function seeComments({ db }: ContentNeeds) {
  return async (modelId: number, upTo: number): Promise<number> => {
    await inTransaction(db, (tx) => saveSeenComments(tx, modelId, upTo));
    return countUnseenComments(db, modelId);
  };
}
