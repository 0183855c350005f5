import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Field, type FieldProps } from "#web/ui/fields/Field.tsx";

/** A password input whose text can be looked at. */
export function PasswordField(props: Omit<FieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? "eyeOff" : "eye"}
          label={shown ? m.auth_hide_password() : m.auth_show_password()}
          onClick={() => setShown(!shown)}
          className="-mr-2.5"
        />
      }
    />
  );
}

type OneTimeCodeFieldProps = Omit<FieldProps, "label" | "hint" | "type">;

/** The input for a code of the person's app, or for a recovery code when the app is lost. */
export function OneTimeCodeField(props: OneTimeCodeFieldProps) {
  const [recovery, setRecovery] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <Field
        {...props}
        label={recovery ? m.factor_recovery_code() : m.factor_code()}
        hint={recovery ? m.factor_recovery_hint() : undefined}
        autoComplete={recovery ? "off" : "one-time-code"}
        inputMode={recovery ? "text" : "numeric"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        className="w-full"
      />
      <button
        type="button"
        onClick={() => setRecovery(!recovery)}
        className="min-h-9 text-14 text-text-2 hover:text-text hover:underline"
      >
        {recovery ? m.factor_use_app() : m.factor_use_recovery()}
      </button>
    </div>
  );
}
