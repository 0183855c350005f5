import type { Path, PathValue, UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { isBlank } from "#contract/written-text.ts";
import { buildPath } from "#web/lib/api/api.ts";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { OneTimeCodeField, PasswordField } from "#web/ui/fields/CredentialFields.tsx";

/** The credentials that an account's owner enters again before a sensitive change. */
export type ReauthForm = { current_password: string; one_time_code: string };

/** The credentials that an account has. */
export type ReauthAccount = Pick<FanProfile, "login" | "has_password" | "has_second_factor">;

/** Nothing entered yet. */
export const emptyReauth: ReauthForm = { current_password: "", one_time_code: "" };

/** Marks what is still missing and moves there; the server asks for the same. True: something is. */
export function isReauthMissing<Form extends ReauthForm>(
  form: UseFormReturn<Form>,
  filled: ReauthForm,
  { has_password, has_second_factor }: ReauthAccount,
): boolean {
  const missing = [
    ...(has_password && filled.current_password === "" ? ["current_password" as const] : []),
    ...(has_second_factor && isBlank(filled.one_time_code) ? ["one_time_code" as const] : []),
  ];
  for (const [index, field] of missing.entries())
    form.setError(field as Path<Form>, { message: "required" }, { shouldFocus: index === 0 });
  return missing.length > 0;
}

/** Clears the credentials: a code is good once. */
export function clearReauth<Form extends ReauthForm>(form: UseFormReturn<Form>): void {
  for (const field of Object.keys(emptyReauth))
    form.setValue(field as Path<Form>, "" as PathValue<Form, Path<Form>>);
}

type ReauthFieldsProps = {
  viewer: ReauthAccount;
  register(field: keyof ReauthForm): UseFormRegisterReturn;
  errors: Partial<Record<keyof ReauthForm, { message?: string }>>;
};

/**
 * Asks the signed-in user to re-authenticate: by the password and, where there is one, the second factor; accounts that
 * sign in by X only are sent there again.
 */
export function ReauthFields({ viewer, register, errors }: ReauthFieldsProps) {
  if (!viewer.has_password) return <FreshX />;
  return (
    <>
      <PasswordField
        label={m.settings_current_password()}
        autoComplete="current-password"
        error={fieldErrorMessage(errors.current_password?.message)}
        {...register("current_password")}
      />
      {viewer.has_second_factor && (
        <OneTimeCodeField
          error={fieldErrorMessage(errors.one_time_code?.message)}
          {...register("one_time_code")}
        />
      )}
    </>
  );
}

/** The way to X and back to this page, for accounts without other credentials. */
function FreshX() {
  const query = { route: useLocation().pathname, language: useLocale() };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-text-2">{m.fresh_x_text()}</p>
      <a href={buildPath("GET /auth/twitter", {}, query)} className={buttonClass("outline", "sm")}>
        {m.fresh_x_action()}
      </a>
    </div>
  );
}
