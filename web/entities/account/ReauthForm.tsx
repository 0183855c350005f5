import type { Path, PathValue, UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { buildPath } from "#web/lib/api/api.ts";
import { issueWords } from "#web/lib/forms/field-errors.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonLook } from "#web/ui/Button.tsx";
import { OneTimeCodeField, PasswordField } from "#web/ui/CredentialFields.tsx";

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

type OwnerFieldsProps = {
  viewer: OwnerFacts;
  register(field: keyof OwnerForm): UseFormRegisterReturn;
  errors: Partial<Record<keyof OwnerForm, { message?: string }>>;
};

/**
 * Asks who holds a session to prove once more to be the owner: for the password and, where there is one, the second
 * factor; those who come by X only are led there again.
 */
export function OwnerFields({ viewer, register, errors }: OwnerFieldsProps) {
  if (!viewer.has_password) return <FreshX />;
  return (
    <>
      <PasswordField
        label={m.settings_current_password()}
        autoComplete="current-password"
        error={issueWords(errors.current_password?.message)}
        {...register("current_password")}
      />
      {viewer.has_second_factor && (
        <OneTimeCodeField error={issueWords(errors.one_time_code?.message)} {...register("one_time_code")} />
      )}
    </>
  );
}

/** The way to X and back to this page, for who has nothing else to show. */
function FreshX() {
  const query = { route: useLocation().pathname, language: useLocale() };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-text-2">{m.fresh_x_text()}</p>
      <a href={buildPath("GET /auth/twitter", {}, query)} className={buttonLook("outline", "sm")}>
        {m.fresh_x_action()}
      </a>
    </div>
  );
}
