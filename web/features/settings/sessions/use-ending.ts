import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { emptyReauth, isReauthMissing, type ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { refusalText } from "../say-refusal.ts";
import { sessionsQuery } from "./sessions-query.ts";

/** One other session, or all but this one. */
export type Ending = { id: string; device: string } | "others";

/** Signs out elsewhere once the password proves that this is the owner: who found a phone open must not lock her out. */
export function useEnding(ending: Ending, viewer: FanProfile, onDone: () => void) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: emptyReauth });
  const send = async (filled: ReauthForm) => {
    setProblem(null);
    if (isReauthMissing(form, filled, viewer)) return;
    const answer = await end(ending, filled);
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    // A session that is gone already is as good as ended.
    if (answer.status !== 200 && answer.status !== 204 && answer.status !== 404)
      return setProblem(
        answer.status === 429 || answer.status === 403 ? answer.body.message : refusalText(answer),
      );
    await client.invalidateQueries(sessionsQuery);
    toast({
      kind: "success",
      text: ending === "others" ? m.settings_sessions_ended_others() : m.settings_sessions_ended(),
    });
    onDone();
  };
  return { form, problem, submit: form.handleSubmit(send) };
}

function end(ending: Ending, proof: ReauthForm) {
  return ending === "others"
    ? browserApi.call("POST /api/fan/end-sessions", { body: { keep_current: true, ...proof } })
    : browserApi.call("POST /api/fan/end-session", { body: { id: ending.id, ...proof } });
}
