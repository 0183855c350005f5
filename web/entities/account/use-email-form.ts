import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useEffect, useRef } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { type EmailForm, emailForm } from "#web/lib/forms/field-rules.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { clearReauth, emptyReauth, isReauthMissing } from "./ReauthForm.tsx";
import { type Uniqueness, useUniqueness } from "./uniqueness.tsx";

export type EmailChange = {
  form: UseFormReturn<EmailForm>;
  uniqueness: Uniqueness;
  /** Empty, malformed, taken or still being asked about, or the address that the account has already. */
  blocked: boolean;
  /** The refusal apart from single fields. */
  problem: string | null;
  submit(event?: BaseSyntheticEvent): Promise<void>;
};

/** The form that gives an account another email. After `saved` the profile is the new one everywhere. */
export function useEmailForm(viewer: FanProfile, saved: () => void): EmailChange {
  const setViewer = useSetViewer();
  const form = useForm<EmailForm>({
    resolver: zodResolver(emailForm),
    mode: "onChange",
    defaultValues: { email: viewer.email, ...emptyReauth },
  });
  const shown = useRef(viewer.email);
  // The address may be changed from elsewhere, as by the dialog over the page: a field that nobody has typed in follows.
  useEffect(() => {
    if (form.getValues("email") === shown.current) form.setValue("email", viewer.email);
    shown.current = viewer.email;
  }, [form, viewer.email]);
  const email = useWatch({ control: form.control, name: "email" });
  const uniqueness = useUniqueness("email", email);
  const isRefused = uniqueness === "taken" || uniqueness === "checking";
  const isSame = email.trim().toLowerCase() === viewer.email.toLowerCase();
  const { problem, submit } = useFormCommand({
    form,
    check: (filled) => !isReauthMissing(form, filled, viewer),
    call: (body) =>
      browserApi.call("POST /api/fan/store-email/{user_id}", { params: { user_id: viewer.id }, body }),
    onDone({ body }) {
      setViewer(body);
      clearReauth(form);
      saved();
    },
  });
  return {
    form,
    uniqueness: isSame ? "unknown" : uniqueness,
    blocked: isSame || isRefused || !emailForm.shape.email.safeParse(email).success,
    problem,
    submit,
  };
}
