import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { putCounters } from "#web/entities/account/menu-counters.ts";
import { type ContentKind, contentKinds } from "#web/entities/content/content-item.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/** Tells the server that the fan looks at the list, so that nothing of it is new to them any more. */
export function useSeen(kind: ContentKind): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const fan = viewer?.role === "fan" ? viewer.id : null;
  useEffect(() => {
    if (fan === null) return;
    const { seen, counter } = contentKinds[kind];
    void browserApi.call(seen).then(({ status }) => status === 204 && putCounters(client, { [counter]: 0 }));
  }, [client, fan, kind]);
}
