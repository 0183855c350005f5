import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { emptyReauth, isReauthMissing, type ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { forgetUser } from "#web/lib/session/sign-in.ts";
import { leaveByChoice } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { refusalText } from "../say-refusal.ts";

/** Closes the account by its password; afterwards this browser knows nobody and stands on the front page. */
export function useDeletion(viewer: FanProfile) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: emptyReauth });
  const send = async (filled: ReauthForm) => {
    setProblem(null);
    if (isReauthMissing(form, filled, viewer)) return;
    // The live line may be cut before the answer comes.
    leaveByChoice();
    const answer = await browserApi.call("POST /api/fan/block-user", { body: filled });
    if (answer.status === 204) {
      forgetUser();
      await navigate("/");
      toast({ kind: "success", text: m.settings_delete_done() });
      return;
    }
    leaveByChoice(false);
    // Another tab was quicker, or the session was ended elsewhere: nobody is here any more.
    if (answer.status === 401) {
      forgetUser();
      return navigate("/login");
    }
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    const known = answer.status === 403 || answer.status === 409 || answer.status === 429;
    setProblem(known ? answer.body.message : refusalText(answer));
  };
  return { form, problem, submit: form.handleSubmit(send) };
}
