import type { QueryClient } from "@tanstack/react-query";
import { itemKey } from "./content-query.ts";

/** The comments under all posts of the model who is signed in. */
export const studioCommentsKey = ["studio", "comments"] as const;

/** Reads again what a new or removed comment changes: the post, which counts them, and the lists that hold it. */
export async function commentsChanged(client: QueryClient, postId: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: itemKey("post", postId) }),
    client.invalidateQueries({ queryKey: studioCommentsKey }),
  ]);
}
