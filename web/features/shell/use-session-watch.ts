import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection } from "#web/lib/realtime/use-realtime.tsx";
import { settleStoredRole } from "#web/lib/stored-role.ts";
import { profileQuery, useViewer } from "#web/lib/viewer.ts";

/** Notices a session that was ended elsewhere: its line is cut, and the profile is asked for again. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const { cut } = useConnection();
  useEffect(() => {
    if (cut === "logged_out" || cut === "revoked")
      void client.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [client, cut]);
  useEffect(() => {
    if (viewer) settleStoredRole(viewer);
  }, [viewer]);
}
