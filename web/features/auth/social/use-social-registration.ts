import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { forgetReferrer, rememberedReferrer } from "#web/entities/account/referrer.ts";
import { dropClaim, keepClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { type Uniqueness, useUniqueness } from "#web/entities/account/uniqueness.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { signInRefusalText } from "#web/lib/forms/field-errors.ts";
import { type SocialForm, socialForm } from "#web/lib/forms/field-rules.ts";
import { type FormCommand, useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";

export type Newcomer = SocialClaim & { kind: "newcomer" };

export type SocialRegistration = Pick<FormCommand, "busy" | "problem" | "submit"> & {
  form: UseFormReturn<SocialForm>;
  uniqueness: Uniqueness;
  /** The identity was used or waited too long: only a new journey to X helps. */
  expired: boolean;
};

/** The form that completes a registration which X began. `done` is called when the modal has no more to do. */
export function useSocialRegistration(newcomer: Newcomer, done: () => void): SocialRegistration {
  const navigate = useNavigate();
  const language = useLocale();
  const [expired, setExpired] = useState(false);
  const form = useForm<SocialForm>({
    resolver: zodResolver(socialForm),
    mode: "onTouched",
    defaultValues: { login: newcomer.login, over_18: false, accept_terms: false, accept_privacy: false },
  });
  const uniqueness = useUniqueness("login", useWatch({ control: form.control, name: "login" }));
  const { busy, problem, submit } = useFormCommand({
    form,
    check() {
      if (uniqueness === "taken") form.setFocus("login");
      return uniqueness !== "taken";
    },
    call({ login }) {
      // The rules of the form have made sure of the consents.
      const consents = { over_18: true, accept_terms: true, accept_privacy: true } as const;
      // Somebody with an invitation may have gone to X from any page.
      const referrer = rememberedReferrer() ?? undefined;
      const body = { claim: newcomer.claim, login, language, referrer, ...consents };
      return browserApi.call("POST /auth/twitter/register", { body });
    },
    async onDone({ body }) {
      dropClaim();
      forgetReferrer();
      const to = await beginSession(body);
      done();
      if (newcomer.email === null) accountFlags.set({ confirmEmail: true });
      await navigate(to, { replace: true });
    },
    onRefused({ status, code }) {
      if (status !== 409) return;
      if (code === "email_known") keepClaim({ ...newcomer, kind: "email_known" });
      else dropClaim();
      setExpired(code === "claim_expired");
    },
    problemText: (refusal) => (refusal.status === 409 ? refusal.message : signInRefusalText(refusal)),
  });
  return { form, busy, uniqueness, problem, expired, submit };
}
