import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { emptyReauth, isReauthMissing, type ReauthForm } from "#web/entities/account/ReauthForm.tsx";
import { showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { refusalText } from "../say-refusal.ts";
import { sessionsQuery } from "../sessions/sessions-query.ts";
import { secondFactorQuery } from "./second-factor-query.ts";

type Asked = { status: number; body?: { message?: string; errors?: Record<string, string[]> } | undefined };

/** The form that lets the owner do one thing by password and code: `send` does it, `done` takes its answer. */
export function useOwnerStep<Answer extends { status: number; body: unknown }>(
  viewer: FanProfile,
  send: (proof: ReauthForm) => Promise<Answer>,
  done: (answer: Extract<Answer, { status: 200 | 204 }>) => Promise<unknown> | undefined,
) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: emptyReauth });
  const submit = form.handleSubmit(async (filled) => {
    setProblem(null);
    if (isReauthMissing(form, filled, viewer)) return;
    const answer = await send(filled);
    if (answer.status === 200 || answer.status === 204)
      return void (await done(answer as Extract<Answer, { status: 200 | 204 }>));
    const { status, body } = answer as Asked;
    if (status === 422 && showFieldErrors(form, body?.errors)) return;
    const known = status === 403 || status === 409 || status === 429;
    setProblem(known ? (body?.message ?? "") : refusalText({ status, body }));
  });
  return { form, problem, submit };
}

/** Makes the pages learn that codes are asked for from now on, or no more. */
export function useFactorKnown() {
  const client = useQueryClient();
  const stale = [profileQuery.queryKey, secondFactorQuery.queryKey, sessionsQuery.queryKey];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
