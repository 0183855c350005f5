import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export type ChipProps = Omit<ComponentProps<"button">, "role"> & {
  selected: boolean;
  tone?: "accent" | "private";
  /** Two lines: a figure and what it costs. */
  stacked?: boolean;
};

/** One of a few choices; the chosen one has a tint, a ring and weight, never colour alone. */
export function Chip({ selected, tone = "accent", stacked = false, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      {...rest}
      className={cx(
        "inline-flex items-center justify-center rounded-12 [&_small]:text-12 [&_small]:font-[450] [&_small]:text-text-2",
        stacked ? "min-h-14 flex-1 flex-col px-2" : "min-h-11 gap-1.5 px-3.5",
        !selected && "bg-overlay font-[550] disabled:cursor-not-allowed disabled:text-text-3",
        selected && "font-[650]",
        selected && tone === "accent" && "bg-accent-soft shadow-[inset_0_0_0_2px_var(--accent)]",
        selected && tone === "private" && "bg-private-soft shadow-[inset_0_0_0_2px_var(--private)]",
        className,
      )}
    />
  );
}
