import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog } from "#web/entities/account/ReauthDialog.tsx";
import { m } from "#web/paraglide/messages.js";
import { type Ending, useEnding } from "./use-ending.ts";

type EndSessionsDialogProps = { viewer: FanProfile; ending: Ending; onClose(): void };

/** Asks for the password before somebody is signed out elsewhere. */
export function EndSessionsDialog({ viewer, ending, onClose }: EndSessionsDialogProps) {
  const asked = useEnding(ending, viewer, onClose);
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
