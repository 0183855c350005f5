import { useRef } from "react";
import { cx } from "../cx.ts";
import { useOnHydration } from "../use-on-hydration.ts";

export type SwitchProps = {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  /** The wanted change is on its way: the switch refuses presses, yet stays focusable. */
  busy?: boolean;
  /** The label is already in sight beside the switch. */
  hideLabel?: boolean;
  className?: string;
};

/** An on/off control with its sentence; the whole row is the target. */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
  busy = false,
  hideLabel = false,
  className,
}: SwitchProps) {
  const input = useRef<HTMLInputElement>(null);
  const change = (on: boolean) => !busy && onChange(on);
  useOnHydration(() => {
    const { current: box } = input;
    if (!box || box.checked === checked) return;
    // As after any press: what is stands there until it has changed.
    box.checked = checked;
    change(!checked);
  });
  return (
    <label
      className={cx("flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1.5", className)}
    >
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
      <span className="relative inline-block h-[26px] w-11 flex-none">
        <input
          ref={input}
          type="checkbox"
          role="switch"
          // A browser that restores the choice of an earlier visit would seem to make one.
          autoComplete="off"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-disabled={busy || undefined}
          onChange={(event) => change(event.target.checked)}
          className="peer absolute inset-0 m-0 cursor-[inherit] opacity-0"
        />
        <span className="pointer-events-none block h-full rounded-full bg-control transition-colors duration-(--hover) peer-checked:bg-accent-fill peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent" />
        <span className="pointer-events-none absolute top-[3px] left-[3px] size-5 rounded-full bg-white transition-transform duration-(--hover) peer-checked:translate-x-[18px]" />
      </span>
    </label>
  );
}
