import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { forgetReferrer, rememberedReferrer } from "#web/entities/account/referrer.ts";
import { dropClaim, keepClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { type Uniqueness, useUniqueness } from "#web/entities/account/uniqueness.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalMessage, showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { type SocialForm, socialForm } from "#web/lib/forms/field-rules.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";

export type Newcomer = SocialClaim & { kind: "newcomer" };

export type SocialRegistration = {
  form: UseFormReturn<SocialForm>;
  uniqueness: Uniqueness;
  /** What was refused apart from single fields. */
  problem: string | null;
  /** The identity was used or waited too long: only a new journey to X helps. */
  expired: boolean;
  submit(event?: BaseSyntheticEvent): Promise<void>;
};

/** The form that completes a registration which X began. `done` is called when the modal has no more to do. */
export function useSocialRegistration(newcomer: Newcomer, done: () => void): SocialRegistration {
  const navigate = useNavigate();
  const language = useLocale();
  const [problem, setProblem] = useState<string | null>(null);
  const [expired, setExpired] = useState(false);
  const form = useForm<SocialForm>({
    resolver: zodResolver(socialForm),
    mode: "onTouched",
    defaultValues: { login: newcomer.login, over_18: false, accept_terms: false, accept_privacy: false },
  });
  const uniqueness = useUniqueness("login", useWatch({ control: form.control, name: "login" }));
  const send = async ({ login }: SocialForm) => {
    setProblem(null);
    if (uniqueness === "taken") return form.setFocus("login");
    // The rules of the form have made sure of the consents.
    const consents = { over_18: true, accept_terms: true, accept_privacy: true } as const;
    // Whoever came by an invitation may have gone to X from any page.
    const referrer = rememberedReferrer() ?? undefined;
    const body = { claim: newcomer.claim, login, language, referrer, ...consents };
    const answer = await browserApi.call("POST /auth/twitter/register", { body });
    if (answer.status === 201) {
      dropClaim();
      forgetReferrer();
      const to = await beginSession(answer.body);
      done();
      if (newcomer.email === null) accountFlags.set({ confirmEmail: true });
      return navigate(to, { replace: true });
    }
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    if (answer.status === 409) {
      if (answer.body.code === "email_known") keepClaim({ ...newcomer, kind: "email_known" });
      else dropClaim();
      setExpired(answer.body.code === "claim_expired");
    }
    setProblem(answer.status === 409 ? answer.body.message : refusalMessage(answer));
  };
  return { form, uniqueness, problem, expired, submit: form.handleSubmit(send) };
}
