import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "../buttons/IconButton.tsx";
import { Coin } from "../pictures/Coin.tsx";

export type StepperProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange(value: number): void;
  /** Said under the figure, for example the price in money. */
  note?: ReactNode;
  /** Whether the figure is of tokens; it is by default. */
  coin?: boolean;
};

/** Minus, a number that can also be typed, plus; never leaves its bounds. */
export function Stepper({ label, value, min, max, step = 1, onChange, note, coin = true }: StepperProps) {
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  // At its end a button stays one: it would fall out of the page with the focus of who presses it.
  const button = "size-12 bg-raised text-text aria-disabled:cursor-not-allowed";
  return (
    <fieldset aria-label={label} className="flex items-center justify-between rounded-16 bg-overlay p-1.5">
      <IconButton
        icon="minus"
        label={m.common_less()}
        className={button}
        aria-disabled={value <= min}
        onClick={() => value > min && set(value - step)}
      />
      <div className="text-center leading-[1.2]">
        <span className="flex items-center justify-center gap-2 text-28 font-bold tracking-[-.02em]">
          {coin && <Coin size={24} />}
          <input
            aria-label={label}
            inputMode="numeric"
            value={value}
            onChange={(event) => {
              const typed = Number(event.target.value.replace(/\D/g, ""));
              if (Number.isSafeInteger(typed)) onChange(Math.min(max, typed));
            }}
            onBlur={() => set(value)}
            className="bg-transparent text-center outline-offset-4"
            style={{ width: `${Math.max(2, String(value).length) + 0.5}ch` }}
          />
        </span>
        {note !== undefined && <span className="text-12 text-text-2">{note}</span>}
      </div>
      <IconButton
        icon="plus"
        label={m.common_more()}
        className={button}
        aria-disabled={value >= max}
        onClick={() => value < max && set(value + step)}
      />
    </fieldset>
  );
}
