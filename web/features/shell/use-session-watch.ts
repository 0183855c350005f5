import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useConnection, useRealtimeNotice } from "#web/lib/realtime/RealtimeProvider.tsx";
import { settleStoredRole } from "#web/lib/session/session.ts";
import { profileQuery, useViewer } from "#web/lib/session/viewer.ts";

/**
 * Notices a session that was ended elsewhere: its line is cut, or opens as a guest's and may not hear what belongs to
 * the person. The profile is asked for again.
 */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const { cut } = useConnection();
  const lookAgain = useCallback(() => void client.invalidateQueries(profileQuery), [client]);
  useEffect(() => {
    if (cut === "logged_out" || cut === "revoked") lookAgain();
  }, [lookAgain, cut]);
  useRealtimeNotice((notice) => {
    if (notice.kind === "refused" && notice.topic.startsWith("person:")) lookAgain();
  });
  useEffect(() => {
    if (viewer) settleStoredRole(viewer);
  }, [viewer]);
}
