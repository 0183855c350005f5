import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { type Control, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { m } from "#web/paraglide/messages.js";
import {
  type CardField,
  type CardForm,
  type CardProblem,
  cardFormRules,
  cardProblems,
  emptyCardForm,
  secretFields,
} from "./card-rules.ts";

export type CardFormApi = {
  control: Control<CardForm>;
  values: CardForm;
  /** Every required field is filled and nothing is wrong. */
  complete: boolean;
  /** Whether all fields but number, date and code are complete. */
  completeWithoutCard: boolean;
  /** Ties an input to the form: validated when it is left, and again as soon as it has been mended. */
  bind(field: CardField): ReturnType<UseFormReturn<CardForm>["register"]>;
  /** The fault of a field that has been left. */
  errorOf(field: CardField): string | null;
  set(field: Exclude<CardField, "terms">, value: string): void;
};

const now = () => new Date();

/** The card form of one open checkout. It lives in memory only and goes with the dialog. */
export function useCardForm(email: string): CardFormApi {
  const resolver = useMemo(() => zodResolver(cardFormRules(now)), []);
  const form = useForm<CardForm>({
    mode: "onBlur",
    reValidateMode: "onBlur",
    resolver,
    defaultValues: emptyCardForm(email),
  });
  const values = { ...emptyCardForm(email), ...useWatch({ control: form.control }) };
  const problems = cardProblems(values, now);
  const { errors } = form.formState;
  return {
    control: form.control,
    values,
    complete: Object.keys(problems).length === 0,
    completeWithoutCard: Object.keys(problems).every((field) =>
      secretFields.some((secret) => secret === field),
    ),
    bind: (field) => form.register(field),
    // A corrected field loses its error at once; a new one is shown only when the field is left.
    errorOf: (field) => (problems[field] ? cardProblemText(errors[field]?.message) : null),
    set: (field, value) => form.setValue(field, value, { shouldDirty: true }),
  };
}

const texts: Record<CardProblem, () => string> = {
  card_number_required: () => m.pay_error_card_number_required(),
  card_number_invalid: () => m.pay_error_card_number_invalid(),
  cvv_required: () => m.pay_error_cvv_required(),
  cvv_short: () => m.pay_error_cvv_short(),
  expiry_required: () => m.pay_error_expiry_required(),
  expiry_format: () => m.pay_error_expiry_format(),
  card_expired: () => m.pay_error_card_expired(),
  card_holder_required: () => m.pay_error_card_holder_required(),
  email_required: () => m.pay_error_email_required(),
  email_format: () => m.pay_error_email_format(),
  address_required: () => m.pay_error_address_required(),
  city_required: () => m.pay_error_city_required(),
  state_two_characters: () => m.pay_error_state_two_characters(),
  zip_required: () => m.pay_error_zip_required(),
  country_required: () => m.pay_error_country_required(),
  card_number_in_text: () => m.pay_error_card_number_in_text(),
  too_long: () => m.pay_error_too_long(),
  terms_required: () => m.pay_error_terms_required(),
};

/** The fault in the fan's language; null when there is none. */
function cardProblemText(problem: string | undefined): string | null {
  return problem === undefined || !(problem in texts) ? null : texts[problem as CardProblem]();
}
