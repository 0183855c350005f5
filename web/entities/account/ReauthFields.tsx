import type { UseFormRegisterReturn } from "react-hook-form";
import { useLocation } from "react-router";
import type { OwnerFacts, OwnerForm } from "#web/entities/account/reauth-form.ts";
import { buildPath } from "#web/lib/api/api-path.ts";
import { issueWords } from "#web/lib/forms/issue-messages.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonLook } from "#web/ui/button-look.ts";
import { OneTimeCodeField } from "#web/ui/OneTimeCodeField.tsx";
import { PasswordField } from "#web/ui/PasswordField.tsx";

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
