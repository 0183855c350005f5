import { useId } from "react";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, type ButtonTone } from "#web/ui/buttons/Button.tsx";
import { TopUpButton } from "./TopUpButton.tsx";

type SpendOrTopUpProps = {
  /** Tokens that are needed now. */
  price: number;
  balance: number;
  busy: boolean;
  tone: ButtonTone;
  text: string;
  onSpend(): void;
  /** Why the last try came to nothing. */
  problem: string | null;
};

/** The one action of a sheet: spend, or with too few tokens top up by the package that is just enough. */
export function SpendOrTopUp({ price, balance, busy, tone, text, onSpend, problem }: SpendOrTopUpProps) {
  const alertId = useId();
  const isShort = price > balance;
  const alert = isShort
    ? m.consent_too_few({ count: price, needed: tokens(price), balance: tokens(balance) })
    : problem;
  return (
    <div className="grid gap-2.5">
      {isShort ? (
        <TopUpButton price={price} balance={balance} describedBy={alertId} />
      ) : (
        <Button tone={tone} size="lg" wide busy={busy} aria-describedby={alertId} onClick={onSpend}>
          {text}
        </Button>
      )}
      <p
        id={alertId}
        role={alert === null ? undefined : "alert"}
        className="min-h-[18px] text-center text-12 text-balance text-error"
      >
        {alert}
      </p>
    </div>
  );
}
