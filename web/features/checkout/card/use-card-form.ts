import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { type Control, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { cardProblemText } from "./card-problem-text.ts";
import {
  type CardField,
  type CardForm,
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
  /** The same, but for number, date and code. */
  completeWithoutCard: boolean;
  /** Ties an input to the form: judged when it is left, and again as soon as it has been mended. */
  bind(field: CardField): ReturnType<UseFormReturn<CardForm>["register"]>;
  /** What is wrong with a field that has been left. */
  errorOf(field: CardField): string | null;
  set(field: "state" | "country", value: string): void;
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
    // A mended field loses its error at once; a new one is said only when the field is left.
    errorOf: (field) => (problems[field] ? cardProblemText(errors[field]?.message) : null),
    set: (field, value) => form.setValue(field, value, { shouldDirty: true }),
  };
}
