import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, type ButtonTone } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { openCheckout } from "./open-checkout.ts";
import { packageFor, packagesQuery } from "./token-worth.ts";

type SpendOrTopUpProps = {
  /** Tokens that are needed now. */
  price: number;
  balance: number;
  busy: boolean;
  tone: ButtonTone;
  text: string;
  onSpend(): void;
  /** Said under the button. */
  note: string;
  /** Why the last try came to nothing. */
  problem: string | null;
};

/** The one action of a sheet: spend, or with too few tokens top up by the smallest package that is enough. */
export function SpendOrTopUp({
  price,
  balance,
  busy,
  tone,
  text,
  onSpend,
  note,
  problem,
}: SpendOrTopUpProps) {
  const noteId = useId();
  const packages = useQuery(packagesQuery).data;
  const missing = price - balance;
  const enough = missing > 0 ? packageFor(missing, packages) : null;
  const said = missing > 0 ? m.consent_too_few({ needed: tokens(price), balance: tokens(balance) }) : problem;
  return (
    <div className="grid gap-2.5">
      {missing > 0 ? (
        <Button
          tone="gold"
          size="lg"
          wide
          aria-describedby={noteId}
          onClick={() => openCheckout({ reason: "balance_too_low", needed: price })}
        >
          <Icon name="plus" size={18} />
          {enough
            ? m.consent_top_up_by({ count: tokens(enough.tokens), amount: money(enough.price) })
            : m.tip_top_up()}
        </Button>
      ) : (
        <Button tone={tone} size="lg" wide busy={busy} aria-describedby={noteId} onClick={onSpend}>
          {text}
        </Button>
      )}
      <p
        id={noteId}
        role={said === null ? undefined : "alert"}
        className={`min-h-[18px] text-center text-12 text-balance ${said === null ? "text-text-2" : "text-error"}`}
      >
        {said ?? note}
      </p>
    </div>
  );
}
