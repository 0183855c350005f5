import type { Uniqueness } from "#web/entities/account/uniqueness.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";

/** At the end of a field: being checked, or free. "Taken" is said as the field's error. */
export function UniqueMark({ state }: { state: Uniqueness }) {
  return (
    <span role="status" className="grid size-5 place-items-center">
      {state === "checking" && (
        <>
          <Spinner size={18} className="text-text-3" />
          <span className="sr-only">{m.auth_checking()}</span>
        </>
      )}
      {state === "free" && (
        <>
          <Icon name="check" className="text-ok" />
          <span className="sr-only">{m.auth_name_free()}</span>
        </>
      )}
    </span>
  );
}
