import { type ReactNode, useId, useState } from "react";
import { refusalText } from "#web/lib/api/refusal.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { HoldButton, type HoldState } from "#web/ui/buttons/HoldButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { useKeepFocus } from "#web/ui/use-focus.ts";
import { useWorthAhead } from "./token-worth.ts";
import { TopUpButton } from "./TopUpButton.tsx";
import { holdFromTokens, type Tip, tokensOf } from "./use-tip.ts";

export type SpendActionsProps = {
  tip: Tip;
  balance: number;
  /** Why nothing can be sent now, in words; null when it can. */
  closed: string | null;
  tone: "primary" | "gold";
  /** The button's texts: when it is tapped, and when it is held. */
  tapText: string;
  holdText: string;
  /** A part in one row with the button; the note below is as wide as both. */
  beside?: ReactNode;
};

/**
 * The one action of a sheet that spends tokens: tap, hold from 100 tokens on, top up by exactly what is missing, or ask
 * again after a lost answer. Below it stands what is spent in money and what is left. Its height does not change.
 */
export function SpendActions(props: SpendActionsProps) {
  const { tip, balance, closed, beside } = props;
  const [hold, setHold] = useState<HoldState["phase"]>("rest");
  const noteId = useId();
  const keepFocus = useKeepFocus<HTMLDivElement>();
  const price = tokensOf(tip.order);
  const missing = price - balance;
  const worth = useWorthAhead()(price);
  const note: Note =
    closed === null ? noteOf(tip, { price, worth, balance }, hold) : { text: closed, urgent: true };
  return (
    <div {...keepFocus} className="grid gap-2.5">
      <div className={cx("grid items-start gap-2", beside !== undefined && besideRow)}>
        {beside}
        <Action {...props} price={price} missing={missing} noteId={noteId} onHold={setHold} />
      </div>
      <p
        id={noteId}
        role={note.urgent ? "alert" : undefined}
        className={`min-h-[18px] text-center text-12 text-balance ${note.urgent ? "text-error" : "text-text-2"}`}
      >
        {note.text}
      </p>
    </div>
  );
}

/** On phones the words of the button take two lines: their end is the price. */
const besideRow =
  "grid-cols-[auto_minmax(0,1fr)] phone:[&>button]:text-14! phone:[&>button]:text-balance phone:[&>button]:whitespace-normal!";

type ActionProps = SpendActionsProps & {
  price: number;
  missing: number;
  noteId: string;
  onHold(phase: HoldState["phase"]): void;
};

function Action(props: ActionProps) {
  const { tip, tone, price, missing, noteId, onHold, tapText, holdText } = props;
  if (tip.step !== "idle") return <Progress {...props} />;
  if (tip.refusal?.unknown) {
    return (
      <Button tone="primary" size="lg" wide onClick={tip.send} aria-describedby={noteId}>
        <Icon name="refresh" size={18} />
        {m.tip_unknown_action()}
      </Button>
    );
  }
  if (props.closed !== null) {
    return (
      <Button
        tone={tone}
        size="lg"
        wide
        aria-disabled="true"
        aria-describedby={noteId}
        className="opacity-50"
      >
        {tapText}
      </Button>
    );
  }
  if (missing > 0) {
    return <TopUpButton price={price} balance={price - missing} describedBy={noteId} />;
  }
  if (price >= holdFromTokens) {
    return (
      <HoldButton tone={tone} onDone={tip.send} onPhase={onHold} describedBy={noteId}>
        {holdText}
      </HoldButton>
    );
  }
  return (
    <Button
      tone={tone}
      size="lg"
      wide
      disabled={price === 0}
      onClick={tip.send}
      // A key that stays down after it has sent does not send again.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      aria-describedby={noteId}
    >
      {tapText}
    </Button>
  );
}

function Progress({ tip, tone }: ActionProps) {
  const sent = tip.step === "sent";
  return (
    <Button tone={tone} size="lg" wide aria-disabled="true">
      {sent ? <Icon name="check" size={20} /> : <Spinner size={18} />}
      <span role="status">{sent ? m.tip_sent() : m.tip_sending()}</span>
    </Button>
  );
}

/** The wait of an answer that names none. */
const slowDownSeconds = 5;

type Note = { text: string; urgent?: true };
type Sum = { price: number; worth: string | null; balance: number };

function noteOf({ refusal, step }: Tip, sum: Sum, hold: HoldState["phase"]): Note {
  const { price, balance } = sum;
  if (step !== "idle") return { text: "" };
  if (refusal?.unknown) return { text: m.tip_unknown(), urgent: true };
  if (price > balance) {
    return { text: m.tip_too_few({ count: price - balance, amount: tokens(price - balance) }), urgent: true };
  }
  if (refusal?.status === 429)
    return { text: m.tip_slow_down({ count: refusal.retryAfter ?? slowDownSeconds }), urgent: true };
  // Tokens that were missing then may have been bought since.
  if (refusal && refusal.status !== 402) return { text: refusalText(refusal), urgent: true };
  if (hold === "short" && price >= holdFromTokens) return { text: m.tip_hold_longer() };
  if (hold === "confirm" && price >= holdFromTokens) return { text: m.tip_confirm() };
  return { text: price === 0 ? "" : sumText(sum) };
}

/** The price in money, once that is known, and the rest: "≈ $4.10 · 1,190 tokens left after this". */
function sumText({ price, worth, balance }: Sum): string {
  const left = m.tip_left({ count: balance - price, amount: tokens(balance - price) });
  return worth === null ? left : `${worth} · ${left}`;
}
