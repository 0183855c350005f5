import { useEffect } from "react";
import { later } from "#web/lib/hydration/later.tsx";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { registerServiceWorker } from "#web/service-worker/register.ts";
import { Toasts } from "#web/ui/Toasts.tsx";
import { OfflineBar } from "./OfflineBar.tsx";

const PersonalEvents = later(() => import("./PersonalEvents.tsx").then((file) => file.PersonalEvents));

/** What every page has but none shows at first: notices, the word that the line is down, and live facts. */
export function Afterwards() {
  const signedIn = useViewer() !== null;
  useTopic("public");
  useEffect(registerServiceWorker, []);
  return (
    <>
      {signedIn && <PersonalEvents />}
      <OfflineBar />
      <Toasts />
    </>
  );
}
