import { notifyManager } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { RealtimeEventName } from "#contract/realtime-events.ts";
import type { Position, Topic } from "#contract/realtime.ts";
import { loadCode } from "#web/lib/load-code.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { type ConnectionState, idleState } from "./connection-state.ts";
import type {
  EventHandler,
  EventOrigin,
  RealtimeClient,
  RealtimeClientOptions,
  RealtimeEvent,
  RealtimeNotice,
} from "./realtime-client.ts";

type Connected = { client: RealtimeClient | null };

/**
 * The connection's store, which stays the same: a context that changes is a change of everything under it that is not
 * hydrated yet, and as a transition waits for it. Where the code of such a part does not come, because the line is down,
 * it would never be said that it is down.
 */
const RealtimeContext = createContext<Store<Connected>>(createStore<Connected>({ client: null }));

type ProviderProps = Pick<RealtimeClientOptions, "ticket" | "onGap"> & {
  /** Loads what listens for the whole life of a connection, from its first event on. */
  loadListeners?: () => Promise<(client: RealtimeClient) => void>;
  /** Only for tests and previews; a page's own socket is opened at its own origin. */
  client?: RealtimeClient;
  children: ReactNode;
};

/**
 * Provides the page with its one realtime connection, opened in the browser only. A connection belongs to one user: give
 * the provider a `key` that changes with sign-in and sign-out.
 */
export function RealtimeProvider({ ticket, onGap, loadListeners, client: given, children }: ProviderProps) {
  const askTicket = useEffectEvent(ticket);
  const reportGap = useEffectEvent((topic: Topic) => onGap?.(topic));
  const listeners = useEffectEvent(async () => loadListeners?.());
  const [connected] = useState(() => createStore<Connected>({ client: given ?? null }));
  useEffect(() => {
    let end = () => {};
    let ended = false;
    const begin = (live: RealtimeClient) => {
      if (ended) return;
      const stopHints = onDeviceHints(live);
      end = () => {
        stopHints();
        live.stop();
      };
      connected.set({ client: live });
      live.start();
    };
    if (given) begin(given);
    // No page needs the connection to hydrate, so its code is loaded afterwards.
    else
      void Promise.all([loadCode(() => import("./realtime-client.ts")), listeners()]).then(
        ([{ createRealtimeClient }, listen]) => {
          const live = createRealtimeClient({
            url: socketUrl(),
            ticket: () => askTicket(),
            onGap: reportGap,
            together: notifyManager.batch,
          });
          listen?.(live);
          begin(live);
        },
      );
    return () => {
      ended = true;
      end();
    };
  }, [given, connected]);
  return <RealtimeContext value={connected}>{children}</RealtimeContext>;
}

/** The page's connection, null until its code is there. Everything that listens is drawn again then, which presses may interrupt. */
function useClient(): RealtimeClient | null {
  const connected = useContext(RealtimeContext);
  const [client, setClient] = useState(() => connected.get().client);
  useEffect(() => {
    const read = () => startTransition(() => setClient(connected.get().client));
    read();
    return connected.subscribe(read);
  }, [connected]);
  return client;
}

/**
 * Listens to a topic while the component is mounted; null listens to nothing. `readings` are where the topic was when
 * each part of the component's data was read, oldest first: the events since then are caught up, and again for each
 * part that is read later. Positions are compared by identity.
 */
export function useTopic(topic: Topic | null, readings: readonly Position[] = noReadings): void {
  const client = useClient();
  const first = useEffectEvent(() => readings[0]);
  useEffect(() => {
    if (client && topic) return client.join(topic, first());
  }, [client, topic]);
  const caughtUp = useRef(new WeakSet<Position>());
  useEffect(() => {
    for (const reading of readings) {
      if (!client || !topic || caughtUp.current.has(reading)) continue;
      caughtUp.current.add(reading);
      client.catchUp(topic, reading);
    }
  }, [client, topic, readings]);
}

const noReadings: readonly Position[] = [];

/**
 * Calls the latest `handler` for each event of that name, on whichever topic the page has joined. Several events can
 * arrive before the next render, so a handler changes state by `set((before) => …)`.
 */
export function useRealtimeEvent<Name extends RealtimeEventName>(
  name: Name,
  handler: EventHandler<Name>,
): void {
  const client = useClient();
  const latest = useEffectEvent(handler);
  useEffect(() => client?.on(name, (data, origin) => latest(data, origin)), [client, name]);
}

/** As {@link useRealtimeEvent}, for several names at once; `names` is a constant. */
export function useRealtimeEvents<Name extends RealtimeEventName>(
  names: readonly Name[],
  handler: (event: RealtimeEvent<Name>, origin: EventOrigin) => void,
): void {
  const client = useClient();
  const latest = useEffectEvent(handler);
  useEffect(() => client?.onEvents(names, (event, origin) => latest(event, origin)), [client, names]);
}

/** Calls the latest `handler` for gaps, refusals and cuts. */
export function useRealtimeNotice(handler: (notice: RealtimeNotice) => void): void {
  const client = useClient();
  const latest = useEffectEvent(handler);
  useEffect(() => client?.onNotice((notice) => latest(notice)), [client]);
}

/** Sends a typing notice to the other participant of a chat. */
export function useTyping(): (chatId: number) => void {
  const client = useClient();
  return useCallback((chatId) => client?.typing(chatId), [client]);
}

/** Tries at once instead of at the end of the wait. */
export function useTryNow(): () => void {
  const client = useClient();
  return useCallback(() => client?.nudge(), [client]);
}

/** The state of the connection, to show unobtrusively that the page is not live at the moment. */
export function useConnection(): ConnectionState {
  const client = useClient();
  return useSyncExternalStore(client ? client.onConnection : never, client ? client.connection : idle, idle);
}

const never = () => () => {};
const idle = () => idleState;

function socketUrl(): string {
  return `${window.location.origin.replace(/^http/, "ws")}/realtime`;
}

type Hints = {
  /** The device woke up, or its network changed. */
  nudge(): void;
  /** The device reports that it has no network. */
  lost(): void;
};

/** Passes on what the device reports about itself and its network; returns how to stop that. */
export function onDeviceHints({ nudge, lost }: Hints): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const whenVisible = () => document.visibilityState === "visible" && nudge();
  document.addEventListener("visibilitychange", whenVisible, options);
  for (const name of ["online", "pageshow"]) window.addEventListener(name, nudge, options);
  window.addEventListener("offline", lost, options);
  return () => stop.abort();
}
