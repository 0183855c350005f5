import type { Path, PathValue, UseFormReturn } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";

/** What an owner tells once more before something that only they may do. */
export type OwnerForm = { current_password: string; one_time_code: string };

/** Whether a person has something to tell. */
export type OwnerFacts = Pick<FanProfile, "login" | "has_password" | "has_second_factor">;

/** Nothing told yet. */
export const untold: OwnerForm = { current_password: "", one_time_code: "" };

/** Marks what is still missing and moves there; the server asks for the same. True: something is. */
export function isUntold<Form extends OwnerForm>(
  form: UseFormReturn<Form>,
  filled: OwnerForm,
  { has_password, has_second_factor }: OwnerFacts,
): boolean {
  const missing = [
    ...(has_password && filled.current_password === "" ? ["current_password" as const] : []),
    ...(has_second_factor && filled.one_time_code.trim() === "" ? ["one_time_code" as const] : []),
  ];
  for (const [index, field] of missing.entries())
    form.setError(field as Path<Form>, { message: "required" }, { shouldFocus: index === 0 });
  return missing.length > 0;
}

/** Empties what was told: a code is good once. */
export function forgetProof<Form extends OwnerForm>(form: UseFormReturn<Form>): void {
  for (const field of Object.keys(untold))
    form.setValue(field as Path<Form>, "" as PathValue<Form, Path<Form>>);
}
