import type { ClientMessage, ServerMessage } from "#contract/realtime.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createRealtimeClient, type RealtimeClientOptions } from "#web/lib/realtime/realtime-client.ts";
import type { SocketLike } from "#web/lib/realtime/reconnecting-socket.ts";

/** One socket as the server's side of a test sees it. */
export type ScriptedSocket = {
  url: string;
  protocol: string;
  /** The messages that the page has sent on it. */
  sent: ClientMessage[];
  isClosed: boolean;
  accept(): void;
  answer(...messages: ServerMessage[]): void;
  drop(): void;
};

/** A client whose time, chance and sockets a test moves by hand. `random` 0 means the longest wait. */
export function scriptedClient(options: Partial<RealtimeClientOptions> = {}) {
  const clock = manualClock();
  const sockets: ScriptedSocket[] = [];
  let tickets = 0;
  const client = createRealtimeClient({
    url: "wss://fanlight.test/realtime",
    ticket: async () => {
      tickets += 1;
      return { ticket: `t+${tickets}` };
    },
    socket: (url, protocol) => openScripted(url, protocol, sockets),
    timing: { nowMs: () => clock.now().getTime(), after: clock.after, random: () => 0 },
    ...options,
  });
  const latest = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  return {
    client,
    clock,
    sockets,
    latest,
    ticketsAsked: () => tickets,
    /** Starts and lets the first socket open. */
    async opened(): Promise<void> {
      client.start();
      await soon();
      latest().accept();
    },
  };
}

/** Lets answered promises continue. */
export async function soon(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

function openScripted(url: string, protocol: string, sockets: ScriptedSocket[]): SocketLike {
  const page: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void socket.sent.push(JSON.parse(text) as ClientMessage),
    close: () => {
      socket.isClosed = true;
    },
  };
  const socket: ScriptedSocket = {
    url,
    protocol,
    sent: [],
    isClosed: false,
    accept: () => page.onopen?.(),
    answer: (...messages) => page.onmessage?.({ data: JSON.stringify(messages) }),
    drop: () => page.onclose?.(),
  };
  sockets.push(socket);
  return page;
}
