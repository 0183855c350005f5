import { useQueryClient } from "@tanstack/react-query";
import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import type { ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { goneIsDone } from "#web/lib/api/refusal.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { sessionsQuery } from "./sessions-query.ts";

/** One other session, or all but this one. */
export type Ending = { id: string; device: string } | "others";

type EndSessionsDialogProps = { viewer: FanProfile; ending: Ending; onClose(): void };

/** Asks for the password before somebody is signed out elsewhere: whoever found a phone open must not lock its owner out. */
export function EndSessionsDialog({ viewer, ending, onClose }: EndSessionsDialogProps) {
  const client = useQueryClient();
  const asked = useReauthCommand(viewer, {
    call: (filled) => end(ending, filled),
    async onDone() {
      await client.invalidateQueries(sessionsQuery);
      toast({
        kind: "success",
        text: ending === "others" ? m.settings_sessions_ended_others() : m.settings_sessions_ended(),
      });
      onClose();
    },
  });
  const title =
    ending === "others"
      ? m.settings_sessions_end_others()
      : m.settings_sessions_end_named({ device: ending.device });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={title}
      cancel={m.settings_sessions_stay()}
      confirm={m.settings_sessions_end()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">
        {ending === "others" ? m.settings_sessions_end_others_text() : m.settings_sessions_end_text()}{" "}
        {viewer.has_password && m.settings_current_password_why()}
      </p>
    </ReauthDialog>
  );
}

async function end(ending: Ending, credentials: ReauthForm) {
  if (ending === "others")
    return browserApi.call("POST /api/fan/end-sessions", { body: { keep_current: true, ...credentials } });
  const body = { id: ending.id, ...credentials };
  return goneIsDone(await browserApi.call("POST /api/fan/end-session", { body }));
}
