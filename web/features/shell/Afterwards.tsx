import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { afterHydration } from "#web/lib/page/lazy.tsx";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { keepOpenedList, registerServiceWorker } from "#web/service-worker/register.ts";
import { Toasts } from "#web/ui/Toasts.tsx";
import { HideScreen } from "./HideScreen.tsx";
import { OfflineBar } from "./OfflineBar.tsx";

const PersonalEvents = afterHydration(() =>
  import("./PersonalEvents.tsx").then((file) => file.PersonalEvents),
);

/** What every page has but none shows at first: notices, the word that the line is down, and live updates. */
export function Afterwards() {
  const signedIn = useViewer() !== null;
  useTopic("public");
  useEffect(registerServiceWorker, []);
  useKeptLists();
  return (
    <>
      {signedIn && <PersonalEvents />}
      <OfflineBar />
      <Toasts />
      <HideScreen />
    </>
  );
}

/** The document that was loaded is kept as it comes; of the lists that follow the service worker has to be told. */
function useKeptLists(): void {
  const { pathname } = useLocation();
  const kept = useRef(pathname);
  useEffect(() => {
    if (pathname !== kept.current) keepOpenedList(pathname);
    kept.current = pathname;
  }, [pathname]);
}
