import { useEffect, useEffectEvent, useId, useRef } from "react";
import { cx } from "../cx.ts";

export type SegmentedOption<Value extends string | number> = {
  value: Value;
  text: string;
  disabled?: boolean;
};

export type SegmentedProps<Value extends string | number> = {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onChange(value: Value): void;
  wide?: boolean;
  /** The name under which a plain form sends the choice. */
  name?: string;
  /** Marks the chosen option for a moment, as an acknowledgement. */
  flash?: boolean;
};

/** A radio group in one track: native radios, so arrow keys work. */
export function Segmented<Value extends string | number>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, wide = false, flash = false } = props;
  const group = useId();
  const track = useRef<HTMLFieldSetElement>(null);
  const takeEarlyChoice = useEffectEvent(() => {
    const inputs = [...(track.current?.querySelectorAll("input") ?? [])];
    const chosen = options[inputs.findIndex((input) => input.checked)];
    if (chosen && chosen.value !== value) onChange(chosen.value);
  });
  // The choice that was made before the page was hydrated: the browser has changed the radio, and no handler was
  // there yet.
  useEffect(() => takeEarlyChoice(), []);
  return (
    <fieldset
      ref={track}
      className={cx(
        "gap-0.5 rounded-12 bg-raised p-[3px] light:bg-overlay",
        wide ? "flex flex-wrap" : "inline-flex",
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "relative inline-flex cursor-pointer items-center justify-center gap-2 rounded-[9px] font-[550] whitespace-nowrap text-text-2 transition-colors duration-(--hover)",
            "has-checked:bg-overlay has-checked:text-text has-checked:shadow-low light:has-checked:bg-white",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            "has-disabled:cursor-not-allowed has-disabled:text-text-3 hover:text-text",
            // Five words in Spanish fit beside one another on the narrowest phone.
            wide ? "min-h-10 flex-1 px-1" : "min-h-[38px] px-2.5 xl:px-3.5",
            flash && option.value === value && "ring-2 ring-accent",
          )}
        >
          <input
            type="radio"
            name={props.name ?? group}
            value={option.value}
            // A browser that restores the choice of an earlier visit would seem to make one.
            autoComplete="off"
            className="absolute inset-0 m-0 cursor-[inherit] opacity-0"
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
