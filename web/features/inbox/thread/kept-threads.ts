import * as z from "zod/mini";
import type { KeptThread } from "./thread-outbox.ts";

const quoted = z.object({
  id: z.number(),
  author_id: z.number(),
  body: z.string(),
  media: z.nullable(z.enum(["picture", "video"])),
  tip: z._default(z.nullable(z.number()), null),
});
const text = z.object({
  ...{ tempId: z.string(), body: z.string(), createdAt: z.string() },
  replyTo: z.optional(z.nullable(quoted)),
});
const kept = z.object({ draft: z.string(), texts: z.array(text) });
const nothing: KeptThread = { draft: "", texts: [] };
/** Beyond this a thread has gone wrong, and what it keeps is forgotten. */
const charactersMax = 100_000;

/**
 * What a thread keeps in this browser, so that it is there after a reload: signing out forgets it. A browser that keeps
 * nothing for the page, or no more, does without.
 */
export function keptThread(me: number, chatId: number) {
  const name = `chat_kept ${me} ${chatId}`;
  let before = "";
  return {
    read(): KeptThread {
      try {
        before = localStorage.getItem(name) ?? "";
        return before === "" ? nothing : kept.parse(JSON.parse(before));
      } catch {
        return nothing;
      }
    },
    write(thread: KeptThread): void {
      const isEmpty = thread.draft === "" && thread.texts.length === 0;
      const now = isEmpty ? "" : JSON.stringify(thread);
      if (now === before || now.length > charactersMax) return;
      before = now;
      try {
        if (isEmpty) localStorage.removeItem(name);
        else localStorage.setItem(name, now);
      } catch {
        // Full, or closed to this page.
      }
    },
  };
}
