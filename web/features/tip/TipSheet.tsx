import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { tipMax, tipPresets, type Tip, tokensOf, useTip } from "#web/entities/wallet/use-tip.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Chip } from "#web/ui/Chip.tsx";
import { Stepper } from "#web/ui/fields/Stepper.tsx";
import { SpendSheet, type TipSheetProps } from "./SpendSheet.tsx";

/** Tips a model: presets or an own amount with its money. */
export function TipSheet(props: TipSheetProps) {
  const tip = useTip({ model: props.model, kind: "tip", chatId: props.chatId });
  const amount = { count: tokensOf(tip.order), amount: tokens(tokensOf(tip.order)) };
  return (
    <SpendSheet
      {...props}
      tip={tip}
      title={m.tip_title({ name: props.model.artisticName })}
      tapText={m.tip_send(amount)}
      holdText={m.tip_hold(amount)}
    >
      <Amount tip={tip} />
    </SpendSheet>
  );
}

function Amount({ tip }: { tip: Tip }) {
  const worth = useWorthAhead();
  const value = tip.order.kind === "amount" ? tip.order.amount : 0;
  const choose = (amount: number) => tip.choose({ kind: "amount", amount });
  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-5 gap-2">
        <legend className="sr-only">{m.tip_amounts()}</legend>
        {tipPresets.map((preset) => (
          <Chip key={preset} selected={preset === value} onClick={() => choose(preset)} className="px-0!">
            {preset}
          </Chip>
        ))}
      </fieldset>
      <Stepper
        label={m.tip_amount_label()}
        value={value}
        min={1}
        max={tipMax}
        step={stepAt(value)}
        onChange={choose}
        note={worth(value) ?? " "}
      />
    </>
  );
}

/** Larger amounts move in larger steps. */
function stepAt(amount: number): number {
  if (amount < 10) return 1;
  return amount < 100 ? 5 : 25;
}
