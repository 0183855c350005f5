import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import {
  emptyReauth,
  isReauthMissing,
  type ReauthAccount,
  type ReauthForm,
} from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { refusalText } from "../say-refusal.ts";

/** Takes X off the account once the password proves that this is the owner. */
export function useDisconnecting(viewer: ReauthAccount, onDone: () => void) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: emptyReauth });
  const send = async (filled: ReauthForm) => {
    setProblem(null);
    if (isReauthMissing(form, filled, viewer)) return;
    const answer = await browserApi.call("POST /api/fan/disconnect-twitter", { body: filled });
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    if (answer.status !== 200) {
      const known = answer.status === 403 || answer.status === 409 || answer.status === 429;
      return setProblem(known ? answer.body.message : refusalText(answer));
    }
    client.setQueryData(profileQuery.queryKey, answer.body);
    toast({ kind: "success", text: m.settings_x_disconnected() });
    onDone();
  };
  return { form, problem, submit: form.handleSubmit(send) };
}
