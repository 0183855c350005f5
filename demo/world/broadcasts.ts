import { createHmac } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import type { MediaCore } from "#server/media/media.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import { type Broadcaster, startBroadcaster } from "../broadcaster/broadcaster.ts";

/** How long the demo leaves a room to the person who has taken its stream over. */
const standAsideMs = 30_000;
const onAirWaitMs = 60_000;

export type BroadcastsNeeds = {
  origin: string;
  media: MediaCore;
  rooms: Rooms;
  clock: Clock;
  secret: string;
  log(line: string): void;
};

/** The live models of the demo world on air. */
export type DemoBroadcasts = {
  broadcaster: Broadcaster;
  /** Is it the demo that publishes for this model, and not a person? */
  isOnAir(login: string): boolean;
  /** Leaves a room to the person who publishes with the model's own key, until they are gone. */
  standAside(login: string): Promise<void>;
  stop(): Promise<void>;
};

/** The demo's own key to a room; it lives as long as the data folder's secret and is never shown. */
export function demoKey(secret: string, login: string): string {
  return `demo_${createHmac("sha256", secret).update(`demo stream of ${login}`).digest("base64url")}`;
}

/** Puts these models on air. */
export function startBroadcasts(needs: BroadcastsNeeds, logins: readonly string[]): DemoBroadcasts {
  const { media, rooms, clock, secret } = needs;
  const broadcaster = startBroadcaster({ origin: needs.origin, log: needs.log });
  const goLive = (login: string) => broadcaster.goLive(login, demoKey(secret, login));
  const returns = new Map<string, () => void>();
  const returnLater = (login: string) => {
    returns.get(login)?.();
    returns.set(
      login,
      clock.after(standAsideMs, () => comeBack(login)),
    );
  };
  const comeBack = (login: string) => {
    returns.delete(login);
    // A person may have come again meanwhile: the demo waits its turn.
    if (media.rooms().get(login)?.publisherSessionId) return returnLater(login);
    goLive(login);
  };
  for (const login of logins) goLive(login);
  const stopListening = [
    broadcaster.onLost((login, reason) => {
      needs.log(`${login} is off the air: ${reason}`);
      returnLater(login);
    }),
    media.onEvent((event) => {
      if (event.kind === "publisher-ended" && returns.has(event.room)) returnLater(event.room);
    }),
  ];
  return {
    broadcaster,
    isOnAir: (login) => logins.includes(login) && !returns.has(login),
    async standAside(login) {
      if (!logins.includes(login)) return;
      broadcaster.goDark(login);
      returnLater(login);
      await rooms.publisherTurned(login, "lost");
    },
    async stop() {
      for (const stop of stopListening) stop();
      for (const cancel of returns.values()) cancel();
      await broadcaster.stop();
    },
  };
}

/** Waits until these are on air, or for a minute; the others follow later. Answers how many are live by then. */
export function waitForAir(air: DemoBroadcasts, wanted: readonly string[]): Promise<number> {
  const onAir = new Set<string>();
  return new Promise((resolve) => {
    const timer = setTimeout(finish, onAirWaitMs);
    const stop = air.broadcaster.onLive((login) => {
      onAir.add(login);
      if (wanted.every((each) => onAir.has(each))) finish();
    });
    function finish() {
      clearTimeout(timer);
      stop();
      resolve(onAir.size);
    }
  });
}
