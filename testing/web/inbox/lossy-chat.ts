import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat } from "#contract/messaging.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { chatRead, withMessage } from "#web/features/inbox/list/patch-chats.ts";
import type { KeptThread, SendOutcome } from "#web/features/inbox/thread/thread-outbox.ts";
import { createThreadSession, type ThreadSession } from "#web/features/inbox/thread/thread-session.ts";
import { chat } from "./chat.ts";
import { MODEL, ME, message } from "./message.ts";

const pageSize = 5;

type Event =
  | { kind: "message"; message: ChatMessage; unread: number | null }
  | { kind: "gap" }
  | { kind: "read"; reader: number; upTo: number; unread: number | null };

/** The server's side, with the product's rules of ids and marks; `publish` puts events on a side's stream. */
function createServer(publish: (side: number, event: Event) => void) {
  const stored: { id: number; author: number; tempId: string; body: string }[] = [];
  const readTo = new Map([
    [ME, 0],
    [MODEL, 0],
  ]);
  const other = (side: number) => (side === ME ? MODEL : ME);
  const present = ({ id, author, tempId, body }: (typeof stored)[number], side: number) =>
    message(id, {
      author_id: author,
      body,
      temp_id: author === side ? tempId : null,
      was_read: id <= (readTo.get(other(author)) ?? 0),
    });
  const unread = (side: number) =>
    stored.filter(({ author, id }) => author !== side && id > (readTo.get(side) ?? 0)).length;
  return {
    stored,
    unread,
    all: (side: number) => stored.map((row) => present(row, side)),
    send(side: number, body: string, tempId: string): ChatMessage {
      const known = stored.find((row) => row.author === side && row.tempId === tempId);
      const row = known ?? { id: stored.length + 1, author: side, tempId, body };
      if (!known) {
        stored.push(row);
        const theirs = other(side);
        publish(theirs, { kind: "message", message: present(row, theirs), unread: unread(theirs) });
        publish(side, { kind: "message", message: present(row, side), unread: null });
      }
      return present(row, side);
    },
    page(side: number, before: number | null) {
      const rows = stored.filter(({ id }) => before === null || id < before).reverse();
      const shown = rows.slice(0, pageSize);
      return {
        data: shown.map((row) => present(row, side)),
        next: rows.length > pageSize ? String(shown.at(-1)?.id) : null,
      };
    },
    markRead(side: number, upTo: number): number {
      const reached = Math.min(upTo, stored.length);
      if (reached > (readTo.get(side) ?? 0)) {
        readTo.set(side, reached);
        publish(side, { kind: "read", reader: side, upTo: reached, unread: unread(side) });
        publish(other(side), { kind: "read", reader: side, upTo: reached, unread: null });
      }
      return unread(side);
    },
  };
}

/** A call on its way: `arrive` has the server do it, and `answer` says so; each may never happen, or twice. */
type Pending = { arrive(): void; answer(): void; fail(): void };

export type Client = {
  side: number;
  thread: ThreadSession;
  /** The chat as it stands in the list. */
  listed: Chat;
  events: Event[];
  kept: KeptThread;
  written: number;
};

/** Two pages and a server, with a network between them that a test drives step by step. */
export function createLossyChat() {
  const clients = new Map<number, Client>();
  const pending: Pending[] = [];
  const server = createServer((side, event) => clients.get(side)?.events.push(event));
  const clock = manualClock();
  let ids = 0;

  function call<T>(work: () => T, lost: T): Promise<T> {
    return new Promise((resolve) => {
      let result = lost;
      pending.push({
        arrive() {
          result = work();
        },
        answer: () => resolve(result),
        fail: () => resolve(lost),
      });
    });
  }

  function open(side: number): ThreadSession {
    const isOpen = () => clients.get(side)?.thread === thread;
    const lostText: SendOutcome = { ok: false, refusal: "network" };
    const thread: ThreadSession = createThreadSession({
      chatId: 5,
      me: side,
      clock,
      newId: () => `${side}-${++ids}`,
      preview: { of: () => "", drop: () => {} },
      kept: {
        read: () => clients.get(side)?.kept ?? { draft: "", texts: [] },
        // A page that has gone writes nothing more.
        write: (kept) => isOpen() && Object.assign(clientOf(side), { kept }),
      },
      sendText: (body, tempId) =>
        call<SendOutcome>(() => ({ ok: true, message: server.send(side, body, tempId) }), lostText),
      sendMedia: async () => lostText,
      load: (address) => call(() => server.page(side, address === null ? null : Number(address)), null),
      async markRead(upTo) {
        const unread = await call<number | null>(() => server.markRead(side, upTo), null);
        if (unread !== null && isOpen()) list(clientOf(side), { unread_amount: unread });
        return unread !== null;
      },
    });
    return thread;
  }

  const clientOf = (side: number): Client => {
    const client = clients.get(side);
    if (!client) throw new Error("no such side");
    return client;
  };
  const list = (client: Client, part: Partial<Chat>) => {
    client.listed = { ...client.listed, ...part };
  };
  const readList = (client: Client) =>
    list(client, {
      latest_message: server.all(client.side).at(-1) ?? null,
      unread_amount: server.unread(client.side),
    });

  /** A page is opened, for the first time or again; what the one before kept is there. */
  function enter(side: number): void {
    const before = clients.get(side);
    const client: Client = {
      side,
      thread: open(side),
      listed: chat(5, 0),
      events: [],
      kept: before?.kept ?? { draft: "", texts: [] },
      written: before?.written ?? 0,
    };
    clients.set(side, client);
    readList(client);
    client.thread.takeNewest(server.page(side, null));
    client.thread.restore();
  }

  function take(client: Client, event: Event): void {
    if (event.kind === "gap") {
      readList(client);
      void client.thread.reload();
      return;
    }
    if (event.kind === "message") {
      client.thread.receive(event.message);
      client.listed = withMessage(client.listed, event.message, event.unread);
      return;
    }
    client.thread.readUpTo(event.upTo, event.reader === client.side);
    client.listed = chatRead(client.listed, {
      chat_id: 5,
      reader_id: event.reader,
      up_to: event.upTo,
      unread_amount: event.unread,
      unread_messages: event.unread,
    });
  }

  for (const side of [ME, MODEL]) enter(side);
  return {
    server,
    clock,
    pending,
    clients: () => [...clients.values()],
    enter,
    /** The next event reaches its page, so many times. */
    deliver(client: Client, times: number) {
      const event = client.events.shift();
      for (let n = 0; event && n < times; n++) take(client, event);
    },
    /** The next events are lost: in their place the page learns that it missed some, as from the socket. */
    lose(client: Client, count: number) {
      if (client.events.splice(0, count).length > 0) client.events.unshift({ kind: "gap" });
    },
  };
}
