import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useConnection, useTryNow } from "#web/lib/realtime/RealtimeProvider.tsx";
import { serverAnswers, untilServerAnswers, waitingForServer } from "#web/lib/server-reach.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { useHeldMove, useHeldReloads } from "./use-held-move.ts";

const buttonClass =
  "-my-1 min-h-9 flex-none rounded-8 px-3 font-semibold text-[#FFE6B8] shadow-[inset_0_0_0_1px_#FFB020] hover:bg-[#FFB02026]";

/**
 * Says at the upper edge that the page is without its server, what follows when it is back, and how often it has tried.
 * The page makes room for it (`--offline-bar`), so that it covers nothing. The number of tries is not announced: it
 * would interrupt with each of them.
 */
export function OfflineBar() {
  const { away, tries, reconnected } = useConnection();
  const lost = useServerLost(away);
  const waiting = useStore(waitingForServer).count > 0;
  const giveUp = useHeldMove(lost);
  const tryNow = useTryNow();
  useHeldReloads();
  const offline = away || lost || waiting || giveUp !== null;
  const wasShown = useWasShown(offline);
  useReadAgain(offline);
  const back = !offline && reconnected && wasShown;
  return (
    <div className={offline || back ? "offline-bar" : "sr-only"}>
      {offline && <Icon name="wifi" className="text-[#FFB020]" />}
      {back && <Icon name="check" className="text-ok" />}
      <p role="status" className="min-w-0 flex-1 text-pretty">
        {offline && (giveUp || waiting ? m.common_offline_follows() : m.common_offline())}
        {back && m.common_back_online()}
      </p>
      {offline && (
        <span className="flex-none text-12">{m.common_offline_tries({ tries: Math.max(1, tries) })}</span>
      )}
      {offline &&
        (giveUp ? (
          <button type="button" className={buttonClass} onClick={giveUp}>
            {m.common_offline_stay()}
          </button>
        ) : (
          <button type="button" className={buttonClass} onClick={tryNow}>
            {m.common_offline_try()}
          </button>
        ))}
    </div>
  );
}

/** Queries that could not be read without the server are read again when it answers. */
function useReadAgain(offline: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (offline)
      return () =>
        void client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  }, [offline, client]);
}

/** Whether the bar was there: only then is it news that the connection is back. */
function useWasShown(offline: boolean): boolean {
  const [wasShown, setWasShown] = useState(offline);
  if (offline && !wasShown) setWasShown(true);
  return wasShown;
}

/**
 * Whether the server cannot be reached at all. A page that is only without its event socket (`away`), which some networks
 * do not let through, can still load everything.
 */
function useServerLost(away: boolean): boolean {
  const online = useSyncExternalStore(listen, () => navigator.onLine, onServer);
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!away && online) return;
    const end = new AbortController();
    void watch(end.signal, setSilent);
    return () => {
      end.abort();
      setSilent(false);
    };
  }, [away, online]);
  return !online || silent;
}

async function watch(end: AbortSignal, setSilent: (silent: boolean) => void): Promise<void> {
  if ((await serverAnswers()) || end.aborted) return;
  setSilent(true);
  await untilServerAnswers(end);
  if (!end.aborted) setSilent(false);
}

const onServer = () => true;

function listen(changed: () => void): () => void {
  const stop = new AbortController();
  for (const name of ["online", "offline"]) addEventListener(name, changed, { signal: stop.signal });
  return () => stop.abort();
}
