import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { forgetReferrer, rememberedReferrer } from "#web/entities/account/referrer.ts";
import { type Uniqueness, useUniqueness } from "#web/entities/account/uniqueness.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { signInRefusalText, useServedErrors } from "#web/lib/forms/field-errors.ts";
import { type RegisterForm, registerForm } from "#web/lib/forms/field-rules.ts";
import type { RefusedForm } from "#web/lib/forms/plain-form.ts";
import { type FormCommand, useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";

export type Registration = Pick<FormCommand, "busy" | "problem" | "submit"> & {
  form: UseFormReturn<RegisterForm>;
  uniqueness: { login: Uniqueness; email: Uniqueness };
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
  /** The server's answer to this form when it was sent without JavaScript. */
  refused: RefusedForm | undefined;
}): Registration {
  const navigate = useNavigate();
  const language = useLocale();
  const form = useForm<RegisterForm>({
    resolver: zodResolver(registerForm),
    mode: "onTouched",
    defaultValues: { ...emptyForm, model, ...refused?.values },
    ...useServedErrors(refused),
  });
  const uniqueness = {
    login: useUniqueness("login", useWatch({ control: form.control, name: "login" })),
    email: useUniqueness("email", useWatch({ control: form.control, name: "email" })),
  };
  const { busy, problem, submit } = useFormCommand({
    form,
    check() {
      const taken = (["login", "email"] as const).find((field) => uniqueness[field] === "taken");
      if (taken) form.setFocus(taken);
      return taken === undefined;
    },
    call({ accept_creator_agreement, ...rest }) {
      const invitedBy = referrer ?? rememberedReferrer();
      const body = {
        ...rest,
        // The rules of the form have made sure of these.
        over_18: true,
        accept_terms: true,
        accept_privacy: true,
        language,
        ...(model ? { accept_creator_agreement } : {}),
        ...(invitedBy === null ? {} : { referrer: invitedBy }),
      } as const;
      return browserApi.call("POST /auth/register", { body });
    },
    async onDone({ body }) {
      forgetReferrer();
      await navigate(await beginSession(body), { replace: true });
    },
    problemText: signInRefusalText,
    servedProblem: refused?.problem,
  });
  const recheckRepetition = () => {
    if (form.getFieldState("password_confirmation").isTouched) void form.trigger("password_confirmation");
  };
  return { form, busy, problem, uniqueness, recheckRepetition, submit };
}

const emptyForm: Omit<RegisterForm, "model"> = {
  login: "",
  email: "",
  password: "",
  password_confirmation: "",
  over_18: false,
  accept_terms: false,
  accept_privacy: false,
  accept_creator_agreement: false,
};
