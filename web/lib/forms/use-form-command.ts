import type { BaseSyntheticEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type CommandAnswer, type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { type CommandOptions, type DoneAnswer, useCommand } from "#web/lib/api/use-command.ts";
import { namesFields, showFieldErrors } from "./field-errors.ts";

type FormCommandOptions<Form extends FieldValues, A extends CommandAnswer> = CommandOptions<Form, A> & {
  form: UseFormReturn<Form>;
  /** Marks what is wrong with a form that follows its rules; false keeps it from being sent. */
  check?(filled: Form): boolean;
  /** Why the server refused the form when it was sent without JavaScript; shown until it is sent from here. */
  servedProblem?: string | null | undefined;
  /** The sentence above the form for what was refused apart from single fields; `refusalText` by default. */
  problemText?(refusal: Refusal): string | null;
};

export type FormCommand<A extends CommandAnswer = CommandAnswer> = {
  busy: boolean;
  done: DoneAnswer<A> | null;
  reset(): void;
  /** The refusal apart from single fields. */
  problem: string | null;
  submit(event?: BaseSyntheticEvent): Promise<void>;
};

/** A form that is one command: what was typed stays until it is done, and refusals stand under the fields they name. */
export function useFormCommand<Form extends FieldValues, A extends CommandAnswer>({
  form,
  check,
  problemText = refusalText,
  servedProblem = null,
  ...options
}: FormCommandOptions<Form, A>): FormCommand<A> {
  const command = useCommand<Form, A>({
    ...options,
    onRefused(refusal, filled) {
      showFieldErrors(form, refusal.errors);
      return options.onRefused?.(refusal, filled);
    },
  });
  const { refusal, pending, done, reset, run } = command;
  const served = form.formState.submitCount === 0 ? servedProblem : null;
  return {
    busy: pending || form.formState.isSubmitting,
    done,
    reset,
    problem: refusal === null || namesFields(form, refusal.errors) ? served : problemText(refusal),
    submit: form.handleSubmit(async (filled) => {
      reset();
      if (check?.(filled) ?? true) await run(filled);
    }),
  };
}
