import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { loadCode } from "#web/lib/load-code.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { missedIn } from "./missed-in.ts";

/** The page's one realtime connection: public events for everybody, personal ones for the signed-in user. */
export function PageRealtimeProvider({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const person = viewer?.id ?? null;
  const client = useQueryClient();
  return (
    <RealtimeProvider
      key={person}
      ticket={askTicket}
      loadListeners={async () => {
        const [everybodys, personal, models] = await Promise.all([
          loadCode(() => import("./keep-queries-live.ts")),
          person === null ? null : loadCode(() => import("./keep-personal-queries-live.ts")),
          viewer?.role === "model" ? loadCode(() => import("#web/entities/studio/studio-events.ts")) : null,
        ]);
        return (live) => {
          everybodys.keepQueriesLive(live, client);
          personal?.keepPersonalQueriesLive(live, client);
          models?.keepStudioLive(live, client);
        };
      }}
      onGap={(topic) => {
        for (const queryKey of missedIn(topic)) void client.invalidateQueries({ queryKey });
      }}
    >
      {children}
    </RealtimeProvider>
  );
}

async function askTicket(): Promise<{ ticket: string } | null> {
  const answer = await browserApi.call("POST /api/realtime/ticket");
  if (answer.status === 401) return null;
  return answerOf(answer);
}
