import type { ChatMessage } from "#contract/chat-message.ts";
import { manualClock } from "#testing/manual-clock.ts";
import type { KeptThread, MessagesPage, SendOutcome } from "#web/features/inbox/thread/thread-outbox.ts";
import { createThreadSession } from "#web/features/inbox/thread/thread-session.ts";
import { ME, message } from "./message.ts";

type Sent = { tempId: string; body: string; answer(outcome: SendOutcome): void };

type Filed = {
  tempId: string;
  body: string;
  file: File;
  onProgress(share: number): void;
  answer(outcome: SendOutcome): void;
};

export function openThread(
  first: ChatMessage[] = [],
  next: string | null = null,
  kept: { thread: KeptThread } = { thread: { draft: "", texts: [] } },
) {
  const server = {
    texts: [] as Sent[],
    files: [] as Filed[],
    pages: new Map<string | null, MessagesPage | null>(),
    asked: [] as (string | null)[],
    marks: [] as { upTo: number; done(arrived: boolean): void }[],
    dropped: [] as string[],
  };
  const clock = manualClock();
  let ids = 0;
  const thread = createThreadSession({
    chatId: 5,
    me: ME,
    clock,
    newId: () => `mine-${++ids}`,
    sendText: (body, tempId) => new Promise((answer) => server.texts.push({ tempId, body, answer })),
    sendMedia: ({ file }, { temp_id: tempId, body }, { onProgress, signal }) =>
      new Promise((answer) => {
        server.files.push({ tempId, body, file, onProgress, answer });
        signal.addEventListener("abort", () => answer({ ok: false, refusal: "cancelled" }));
      }),
    async load(address) {
      server.asked.push(address);
      return server.pages.get(address) ?? null;
    },
    markRead: (upTo) => new Promise((done) => server.marks.push({ upTo, done })),
    kept: { read: () => kept.thread, write: (thread) => void Object.assign(kept, { thread }) },
    preview: { of: (file) => `blob:${file.name}`, drop: (address) => void server.dropped.push(address) },
  });
  thread.takeNewest({ data: first, next });
  const attach = (file: File) => {
    thread.choose(file);
    thread.attach();
  };
  return { thread, server, clock, attach };
}

export const settle = () => new Promise((resolve) => setImmediate(resolve));

export const bodies = ({ thread }: ReturnType<typeof openThread>) =>
  thread.get().items.map(({ message: { body } }) => body);

export const mine = (id: number, tempId: string, body = `message ${id}`) =>
  message(id, { author_id: ME, temp_id: tempId, body });

export function write({ thread }: ReturnType<typeof openThread>, text: string) {
  thread.setDraft(text);
  thread.submit();
}
