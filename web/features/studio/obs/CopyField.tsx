import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { toast } from "#web/ui/toast.ts";

type CopyFieldProps = {
  label: string;
  value: string;
  copyLabel: string;
  /** Draws dots instead of the value; copying still copies the value. */
  secret?: boolean;
  extra?: ReactNode;
};

/** A value to be copied elsewhere. */
export function CopyField({ label, value, copyLabel, secret = false, extra }: CopyFieldProps) {
  return (
    <Field
      label={label}
      value={value}
      readOnly
      type={secret ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      end={
        <span className="-mr-3 flex">
          {extra}
          <Button tone="quiet" aria-label={copyLabel} onClick={() => void copy(value)}>
            {m.studio_copy()}
          </Button>
        </span>
      }
    />
  );
}

async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toast({ kind: "success", text: m.studio_copied() });
  } catch {
    toast({ kind: "error", text: m.studio_copy_failed() });
  }
}
