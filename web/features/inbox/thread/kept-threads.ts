import * as z from "zod/mini";
import { localStore } from "#web/lib/platform/storage.ts";
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
 * The part of a thread that this browser keeps, so that it is there after a reload: signing out forgets it. A browser
 * that keeps nothing for the page, or no more, does without. Pages of other tabs keep theirs under the same name:
 * their texts stay until they take them away themselves.
 */
export function keptThread(me: number, chatId: number) {
  const name = `chat_kept ${me} ${chatId}`;
  let before = nothing;
  /** The texts that this page has or had. */
  const own = new Set<string>();

  function stored(): KeptThread {
    try {
      const text = localStore.getItem(name);
      return text === null ? nothing : kept.parse(JSON.parse(text));
    } catch {
      return nothing;
    }
  }

  return {
    read(): KeptThread {
      before = stored();
      for (const { tempId } of before.texts) own.add(tempId);
      return before;
    },
    write(thread: KeptThread): void {
      if (JSON.stringify(thread) === JSON.stringify(before)) return;
      for (const { tempId } of thread.texts) own.add(tempId);
      const known = stored();
      const texts = [...known.texts.filter(({ tempId }) => !own.has(tempId)), ...thread.texts];
      const draft = thread.draft === before.draft ? known.draft : thread.draft;
      const now = draft === "" && texts.length === 0 ? "" : JSON.stringify({ draft, texts });
      if (now.length > charactersMax) return;
      before = thread;
      if (now === "") localStore.removeItem(name);
      else localStore.setItem(name, now);
    },
  };
}
