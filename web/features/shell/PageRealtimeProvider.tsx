import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { profileQuery, useViewer } from "#web/lib/session/viewer.ts";

/** The page's one realtime connection: public events for everybody, personal ones for the signed-in user. */
export function PageRealtimeProvider({ children }: { children: ReactNode }) {
  const person = useViewer()?.id ?? null;
  const client = useQueryClient();
  return (
    <RealtimeProvider
      key={person}
      ticket={askTicket}
      onGap={(topic) => {
        if (topic === "public" || topic === "presence")
          void client.invalidateQueries({ queryKey: ["rooms"] });
        else if (topic.startsWith("person:"))
          void client.invalidateQueries({ queryKey: profileQuery.queryKey });
      }}
    >
      {children}
    </RealtimeProvider>
  );
}

async function askTicket(): Promise<{ ticket: string } | null> {
  const answer = await browserApi.call("POST /api/realtime/ticket");
  if (answer.status === 200) return answer.body;
  if (answer.status === 401) return null;
  throw new Error(answer.body.message);
}
