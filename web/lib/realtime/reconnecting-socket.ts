import type { DisconnectReason, realtimeProtocol } from "#contract/realtime.ts";
import { reconnectResetMs } from "#web/lib/constants.ts";
import { type ConnectionState, idleState } from "./connection-state.ts";
import { createListeners, throwLater } from "./listeners.ts";

/** The parts of a browser's WebSocket that are used. */
export type SocketLike = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
};

export type SocketOptions = {
  /** Asks for a ticket; null means that this page may not connect, a throw means try later. */
  ticket: () => Promise<{ ticket: string } | null>;
  /** Address of the socket, `wss://…/realtime`, without the ticket. */
  url: string;
  socket?: (url: string, protocol: string) => SocketLike;
  timing?: Timing;
  /** Receives what listeners throw; by default it is rethrown as uncaught. */
  report?: (error: unknown) => void;
};

type SocketEvents = { opened: () => void; received: (text: string) => void };

/** A socket that is opened again after every loss, until it is stopped. */
export type ReconnectingSocket = {
  start(): void;
  stop(): void;
  /** Closes the connection until `start` is called again. */
  close(cut: DisconnectReason | null): void;
  /** Drops the present socket and tries again after a wait. */
  retryLater(): void;
  /** The device reports that it has no network: the socket is given up without waiting for its end. */
  lost(): void;
  /** Sends when connected; what is dropped is requested again after the next reconnect. */
  send(text: string): void;
  /** Reconnects at once if disconnected; otherwise sends `probe` and expects an answer. */
  nudge(probe: string): void;
  state(): ConnectionState;
  onState(listener: () => void): () => void;
};

const protocol: typeof realtimeProtocol = "fanlight.v1";
const browserSocket = (url: string, name: string) => new WebSocket(url, name) as unknown as SocketLike;

/** Makes a {@link ReconnectingSocket} that is idle. */
export function createReconnectingSocket(
  options: SocketOptions,
  { opened, received }: SocketEvents,
): ReconnectingSocket {
  const { ticket, url, socket: openSocket = browserSocket, timing = browserTiming } = options;
  const listeners = createListeners<[]>(options.report ?? throwLater);
  let state = idleState;
  let socket: SocketLike | null = null;
  let hadOpened = false;
  /** Changes with each attempt and each end, so that late answers to earlier ones are ignored. */
  let attempt = 0;
  let cancelRetry = () => {};
  let cancelReconnected = () => {};

  const silence = watchSilence(timing, retryLater);
  const away = startOnce(timing, offlineAfterMs, () => change({ away: true }));

  function change(part: Partial<ConnectionState>): void {
    state = { ...state, ...part };
    listeners.emit();
  }

  async function connect(): Promise<void> {
    cancelRetry();
    attempt += 1;
    const mine = attempt;
    change({ phase: "connecting", nextTryInMs: null });
    silence.expectWithin(connectMaxMs);
    try {
      const answer = await ticket();
      if (mine !== attempt) return;
      if (answer) adopt(openSocket(`${url}?ticket=${encodeURIComponent(answer.ticket)}`, protocol));
      else close(null);
    } catch {
      if (mine === attempt) retryLater();
    }
  }

  function adopt(next: SocketLike): void {
    socket = next;
    next.onopen = onOpen;
    next.onclose = retryLater;
    next.onmessage = ({ data }) => {
      silence.heard(silenceMaxMs);
      if (state.tries > 0) change({ tries: 0 });
      received(String(data));
    };
  }

  function onOpen(): void {
    const reconnected = hadOpened;
    hadOpened = true;
    away.cancel();
    change({ phase: "open", away: false, reconnected });
    silence.expectWithin(silenceMaxMs);
    if (reconnected) cancelReconnected = timing.after(reconnectResetMs, () => change({ reconnected: false }));
    opened();
  }

  /** Drops the present socket without waiting for it: on a dead network its own goodbye can take minutes. */
  function dropSocket(): void {
    attempt += 1;
    cancelRetry();
    silence.stop();
    cancelReconnected();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function retryLater(): void {
    dropSocket();
    away.start();
    const waitMs = Math.min(retryMaxMs, retryFirstMs * 2 ** state.tries) * (1 - timing.random() / 2);
    cancelRetry = timing.after(waitMs, () => void connect());
    change({ phase: "waiting", tries: state.tries + 1, nextTryInMs: waitMs, reconnected: false });
  }

  function close(cut: DisconnectReason | null): void {
    dropSocket();
    away.cancel();
    change({ phase: "stopped", nextTryInMs: null, away: false, reconnected: false, cut });
  }

  return {
    start() {
      if (state.phase !== "idle" && state.phase !== "stopped") return;
      change(idleState);
      void connect();
    },
    stop() {
      dropSocket();
      away.cancel();
      hadOpened = false;
      change(idleState);
    },
    close,
    retryLater,
    lost() {
      if (state.phase === "idle" || state.phase === "stopped") return;
      if (state.phase !== "waiting") retryLater();
      change({ away: true });
    },
    send(text) {
      if (state.phase === "open") socket?.send(text);
    },
    nudge(probe) {
      if (state.phase === "waiting") void connect();
      else if (state.phase === "open") {
        socket?.send(probe);
        silence.expectWithin(probeMaxMs);
      }
    },
    state: () => state,
    onState: listeners.add,
  };
}

/** A timer that runs once, however often it is started, until it is cancelled. */
function startOnce(timing: Timing, delayMs: number, task: () => void) {
  let cancel: (() => void) | null = null;
  return {
    start(): void {
      cancel ??= timing.after(delayMs, task);
    },
    cancel(): void {
      cancel?.();
      cancel = null;
    },
  };
}

/** Waits for signs of life. One watch runs at a time; messages only move the deadline, so a busy room starts no timers. */
function watchSilence(timing: Timing, onSilent: () => void) {
  let deadlineMs = 0;
  let cancel = () => {};

  function watch(): void {
    const leftMs = deadlineMs - timing.nowMs();
    if (leftMs > 0) cancel = timing.after(leftMs, watch);
    else onSilent();
  }

  return {
    /** Something has to come within so long. */
    expectWithin(ms: number): void {
      deadlineMs = timing.nowMs() + ms;
      cancel();
      watch();
    },
    /** Something came; the next has to come within so long. */
    heard(ms: number): void {
      deadlineMs = timing.nowMs() + ms;
    },
    stop: () => cancel(),
  };
}

/** Time, timers and chance, injected so that tests decide about them. Milliseconds throughout. */
export type Timing = {
  nowMs(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** A number from 0 up to, not including, 1. */
  random(): number;
};

export const browserTiming: Timing = {
  nowMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** The wait before the first retry; it doubles up to the maximum, each time shortened by chance by up to half. */
export const retryFirstMs = 300;
export const retryMaxMs = 15_000;
/** Ticket, handshake and first answer must come within this time. */
export const connectMaxMs = 10_000;
/** The server gives a sign of life every 20 s; a longer silence means that the connection is dead. */
export const silenceMaxMs = 45_000;
/** After sleep or a change of network the server must answer within this time. */
export const probeMaxMs = 5_000;
/** A page that is disconnected for this long says so; most losses recover sooner. */
export const offlineAfterMs = 700;
