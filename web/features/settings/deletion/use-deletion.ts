import { useNavigate } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { type ReauthCommand, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import type { ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { forgetUser } from "#web/lib/session/sign-in.ts";
import { leaveByChoice } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/** Closes the account by its password; afterwards this browser knows nobody and stands on the front page. */
export function useDeletion(viewer: FanProfile): ReauthCommand {
  const navigate = useNavigate();
  return useReauthCommand(viewer, {
    call(filled: ReauthForm) {
      // The realtime connection may be cut before the answer comes.
      leaveByChoice();
      return browserApi.call("POST /api/fan/block-user", { body: filled });
    },
    async onDone() {
      forgetUser();
      await navigate("/");
      toast({ kind: "success", text: m.settings_delete_done() });
    },
    async onRefused({ status }) {
      leaveByChoice(false);
      if (status !== 401) return;
      // Another tab was quicker, or the session was ended elsewhere: nobody is here any more.
      forgetUser();
      await navigate("/login");
    },
  });
}
