import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { emptyReauth, isReauthMissing, type ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { dropClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalMessage, showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/** Connects the identity that waits to the person who is signed in, once the password proves that it is the owner. */
export function useConnecting({ claim }: SocialClaim, viewer: FanProfile, onDone: () => void) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: emptyReauth });
  const send = async (filled: ReauthForm) => {
    setProblem(null);
    if (isReauthMissing(form, filled, viewer)) return;
    const answer = await browserApi.call("POST /api/fan/connect-twitter", {
      body: { claim, ...filled },
    });
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    if (answer.status === 200) {
      client.setQueryData(profileQuery.queryKey, answer.body);
      toast({ kind: "success", text: m.social_connected() });
    } else if (answer.status === 409) toast({ kind: "error", text: answer.body.message });
    else return setProblem(refusalMessage(answer));
    dropClaim();
    onDone();
  };
  return { form, problem, submit: form.handleSubmit(send) };
}
