import { type ReactNode, useEffect, useRef } from "react";
import { SpendActions } from "#web/entities/wallet/SpendActions.tsx";
import { noteMax, type Tip } from "#web/entities/wallet/use-tip.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Field } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";

export type TipSheetProps = {
  open: boolean;
  onClose(): void;
  model: { id: number; artisticName: string; avatar: string };
  /** The chat of the two in which it is given, where the model knows who gives; otherwise the room. */
  chatId?: number | undefined;
  balance: number;
  /** Why nobody can be tipped now; null when one can. */
  closed: string | null;
  container: HTMLElement | null;
};

type SpendSheetProps = TipSheetProps & {
  tip: Tip;
  title: string;
  tapText: string;
  holdText: string;
  /** Choosing what is paid. */
  children: ReactNode;
};

/** The choice, a note, anonymity, and the one action that pays. A failure keeps everything as it was. */
export function SpendSheet(props: SpendSheetProps) {
  const {
    open,
    onClose,
    model,
    chatId,
    balance,
    closed,
    container,
    tip,
    title,
    tapText,
    holdText,
    children,
  } = props;
  const name = model.artisticName;
  useCloseWhenSent(tip.step, onClose);
  const head = (
    <span className="flex items-center gap-3">
      <Avatar name={name} src={model.avatar} />
      <span>
        <span className="block text-16 font-semibold">{title}</span>
        <span className="block text-12 font-normal tracking-normal text-text-2">
          {m.room_balance({ count: balance, amount: tokens(balance) })}
        </span>
      </span>
    </span>
  );
  return (
    <Sheet open={open} onClose={onClose} container={container} title={head}>
      <fieldset
        role="presentation"
        disabled={tip.locked || tip.step !== "idle"}
        className="grid min-w-0 gap-4 disabled:opacity-60"
      >
        {children}
        <Field
          label={m.tip_note()}
          labelNote={m.tip_note_hint()}
          value={tip.note}
          placeholder={chatId === undefined ? m.tip_note_placeholder({ name }) : m.tip_note_in_chat({ name })}
          onChange={(event) => tip.setNote(event.target.value)}
          autoComplete="off"
          end={
            <span className="text-12 text-text-3">
              {[...tip.note].length}/{noteMax}
            </span>
          }
        />
        {chatId === undefined && <Anonymous tip={tip} />}
      </fieldset>
      <div>
        <SpendActions
          tip={tip}
          balance={balance}
          closed={closed}
          tone="primary"
          tapText={tapText}
          holdText={holdText}
        />
        <p className="text-center text-12 text-balance text-text-2">{m.tip_hold_note()}</p>
      </div>
    </Sheet>
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

function useCloseWhenSent(step: Tip["step"], onClose: () => void) {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === "sent" && step === "idle") onClose();
    before.current = step;
  }, [step, onClose]);
}
