import { tokens } from "#web/lib/i18n/format.ts";
import { useHeld } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";

type HeldTokensProps = {
  className?: string;
  /** Of the dot between the two, which is for one line only. */ dot?: string;
};

/** Behind a balance: the tokens that are set aside for the fan's show; nothing while none are. */
export function HeldTokens({ className = "", dot = "" }: HeldTokensProps) {
  const held = useHeld();
  if (held === 0) return null;
  const amount = tokens(held);
  return (
    <span className={className}>
      <span aria-hidden="true">
        <span className={dot}>· </span>
        {m.nav_held({ amount })}
      </span>
      <span className="sr-only">, {m.nav_held_name({ count: held, amount })}</span>
    </span>
  );
}
