import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { SpendActions } from "#web/entities/wallet/SpendActions.tsx";
import { moneyOf, packagesQuery } from "#web/entities/wallet/token-worth.ts";
import { NOTE_MAX, TIP_MAX, TIP_PRESETS, type Tip, tokensOf, useTip } from "#web/entities/wallet/use-tip.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Chip } from "#web/ui/Chip.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Sheet } from "#web/ui/Sheet.tsx";
import { Stepper } from "#web/ui/Stepper.tsx";
import { Switch } from "#web/ui/Switch.tsx";

export type TipSheetProps = {
  open: boolean;
  onClose(): void;
  model: { id: number; artisticName: string; avatar: string };
  balance: number;
  /** Why nobody can be tipped now; null when one can. */
  closed: string | null;
  container: HTMLElement | null;
};

/** Tips a model: presets or an own amount with its money, a note, anonymity. A failure keeps everything as it was. */
export function TipSheet({ open, onClose, model, balance, closed, container }: TipSheetProps) {
  const tip = useTip({ model, kind: "tip" });
  const name = model.artisticName;
  useCloseWhenSent(tip.step, onClose);
  const amount = { count: tokensOf(tip.order), amount: tokens(tokensOf(tip.order)) };
  const title = (
    <span className="flex items-center gap-3">
      <Avatar name={name} src={model.avatar} />
      <span>
        <span className="block text-16 font-semibold">{m.tip_title({ name })}</span>
        <span className="block text-12 font-normal tracking-normal text-text-2">
          {m.room_balance({ count: tokens(balance) })}
        </span>
      </span>
    </span>
  );
  return (
    <Sheet open={open} onClose={onClose} container={container} title={title}>
      <fieldset
        disabled={tip.locked || tip.step !== "idle"}
        className="grid min-w-0 gap-4 disabled:opacity-60"
      >
        <Amount tip={tip} />
        <Field
          label={m.tip_note()}
          labelNote={m.tip_note_hint()}
          value={tip.note}
          placeholder={m.tip_note_placeholder({ name })}
          onChange={(event) => tip.setNote(event.target.value)}
          autoComplete="off"
          end={
            <span className="text-12 text-text-3">
              {[...tip.note].length}/{NOTE_MAX}
            </span>
          }
        />
        <Anonymous tip={tip} />
      </fieldset>
      <SpendActions
        tip={tip}
        balance={balance}
        closed={closed}
        tone="primary"
        tapText={m.tip_send(amount)}
        holdText={m.tip_hold(amount)}
      />
    </Sheet>
  );
}

function Amount({ tip }: { tip: Tip }) {
  const packages = useQuery(packagesQuery).data;
  const value = tip.order.kind === "amount" ? tip.order.amount : 0;
  const dollars = moneyOf(value, packages);
  const choose = (amount: number) => tip.choose({ kind: "amount", amount });
  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-5 gap-2">
        <legend className="sr-only">{m.tip_amounts()}</legend>
        {TIP_PRESETS.map((preset) => (
          <Chip key={preset} selected={preset === value} onClick={() => choose(preset)} className="px-0!">
            {preset}
          </Chip>
        ))}
      </fieldset>
      <Stepper
        label={m.tip_amount_label()}
        value={value}
        min={1}
        max={TIP_MAX}
        step={stepAt(value)}
        onChange={choose}
        note={dollars === null ? " " : m.tip_money({ amount: money(dollars) })}
      />
    </>
  );
}

function Anonymous({ tip }: { tip: Tip }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden="true">
        <b className="block font-semibold">{m.tip_anonymous()}</b>
        <span className="text-12 text-text-2">{m.tip_anonymous_hint()}</span>
      </span>
      <Switch
        label={`${m.tip_anonymous()}. ${m.tip_anonymous_hint()}`}
        hideLabel
        checked={tip.anonymous}
        onChange={tip.setAnonymous}
      />
    </div>
  );
}

/** Larger amounts move in larger steps. */
function stepAt(amount: number): number {
  if (amount < 10) return 1;
  return amount < 100 ? 5 : 25;
}

function useCloseWhenSent(step: Tip["step"], onClose: () => void) {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === "sent" && step === "idle") onClose();
    before.current = step;
  }, [step, onClose]);
}
