import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { afterHydration, openedComponent } from "#web/lib/page/lazy.tsx";
import { followTranslation } from "#web/lib/platform/follow-translation.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { keepOpenedList, registerServiceWorker } from "#web/service-worker/register.ts";
import { Toasts } from "#web/ui/overlays/Toasts.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { PressedLink } from "./PressedLink.tsx";

const PersonalEvents = afterHydration(() =>
  import("./live/PersonalEvents.tsx").then((file) => file.PersonalEvents),
);

/**
 * The parts that every page has but none shows at first: notices, the word that the line is down, the mark of a
 * pressed link, and live updates.
 */
export function Afterwards() {
  const signedIn = useViewer() !== null;
  useTopic("public");
  useEffect(registerServiceWorker, []);
  useEffect(() => followTranslation(document), []);
  useKeptLists();
  return (
    <>
      {signedIn && <PersonalEvents />}
      <OfflineBar />
      <PressedLink />
      <Toasts />
      <HideScreen />
    </>
  );
}

/** The document that was loaded is kept as it comes; the lists that follow have to be sent to the service worker. */
function useKeptLists(): void {
  const { pathname } = useLocation();
  const kept = useRef(pathname);
  useEffect(() => {
    if (pathname !== kept.current) keepOpenedList(pathname);
    kept.current = pathname;
  }, [pathname]);
}

const Cover = openedComponent(() => import("./Cover.tsx").then((file) => file.Cover));

/** One key, which types nothing, covers everything with an empty neutral page; the same key uncovers it. */
export function HideScreen() {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8" || event.repeat) return;
      event.preventDefault();
      setHidden((before) => !before);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);
  useEffect(() => {
    // At once, before the code of the cover is there.
    document.body.style.visibility = hidden ? "hidden" : "";
  }, [hidden]);
  return hidden && <Cover onShow={() => setHidden(false)} />;
}
