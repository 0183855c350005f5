import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { forgetReferrer, rememberedReferrer } from "#web/entities/account/referrer.ts";
import { type Uniqueness, useUniqueness } from "#web/entities/account/uniqueness.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalMessage, showFieldErrors, useServedErrors } from "#web/lib/forms/field-errors.ts";
import { type RegisterForm, registerForm } from "#web/lib/forms/field-rules.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";
import type { RefusedForm } from "./form-actions.ts";

export type Registration = {
  form: UseFormReturn<RegisterForm>;
  /** What was refused apart from single fields. */
  problem: string | null;
  uniqueness: { login: Uniqueness; email: Uniqueness };
  submit(event?: BaseSyntheticEvent): Promise<void>;
  /** The password changed: its repetition, once typed, may have become right or wrong. */
  recheckRepetition(): void;
};

/** The sign-up form: rules, uniqueness as it is typed, and the server's word on each field. */
export function useRegistration({
  model,
  referrer,
  refused,
}: {
  model: boolean;
  referrer: number | null;
  /** What the server has answered to this form when it was sent without JavaScript. */
  refused: RefusedForm | undefined;
}): Registration {
  const navigate = useNavigate();
  const language = useLocale();
  const [problem, setProblem] = useState(refused?.problem ?? null);
  const form = useForm<RegisterForm>({
    resolver: zodResolver(registerForm),
    mode: "onTouched",
    defaultValues: { ...EMPTY, model, ...refused?.values },
    ...useServedErrors(refused),
  });
  const uniqueness = {
    login: useUniqueness("login", useWatch({ control: form.control, name: "login" })),
    email: useUniqueness("email", useWatch({ control: form.control, name: "email" })),
  };
  const send = async (filled: RegisterForm) => {
    setProblem(null);
    const taken = (["login", "email"] as const).find((field) => uniqueness[field] === "taken");
    if (taken) return form.setFocus(taken);
    const { accept_creator_agreement, ...rest } = filled;
    const invitedBy = referrer ?? rememberedReferrer();
    const answer = await browserApi.call("POST /auth/register", {
      body: {
        ...rest,
        // The rules of the form have made sure of these.
        over_18: true,
        accept_terms: true,
        accept_privacy: true,
        language,
        ...(model ? { accept_creator_agreement } : {}),
        ...(invitedBy === null ? {} : { referrer: invitedBy }),
      },
    });
    if (answer.status === 201) {
      forgetReferrer();
      return navigate(await beginSession(answer.body), { replace: true });
    }
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    setProblem(refusalMessage(answer));
  };
  const recheckRepetition = () => {
    if (form.getFieldState("password_confirmation").isTouched) void form.trigger("password_confirmation");
  };
  return {
    form,
    problem,
    uniqueness,
    recheckRepetition,
    submit: form.handleSubmit(send),
  };
}

const EMPTY: Omit<RegisterForm, "model"> = {
  login: "",
  email: "",
  password: "",
  password_confirmation: "",
  over_18: false,
  accept_terms: false,
  accept_privacy: false,
  accept_creator_agreement: false,
};
