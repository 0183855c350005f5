import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Shows the server's word under each field it names and moves to the first; false when it names none of the form's. */
export function showFieldErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  errors: Readonly<Record<string, string[]>> | undefined,
): boolean {
  const wrong = Object.keys(form.getValues()).filter((field) => errors?.[field]?.[0] !== undefined);
  for (const [index, field] of wrong.entries()) {
    const message = errors?.[field]?.[0] ?? "";
    form.setError(field as Path<Form>, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return wrong.length > 0;
}
