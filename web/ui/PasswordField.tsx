import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { Field, type FieldProps } from "#web/ui/Field.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";

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
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="-mr-2.5"
        />
      }
    />
  );
}
