import type { ComponentProps } from "react";
import { cx } from "../cx.ts";

export type CheckChipProps = Omit<ComponentProps<"input">, "type"> & {
  /** `radio`: one of a group of the same name. */
  type?: "checkbox" | "radio";
};

/** A native checkbox or radio that looks like a chip, for plain forms; the chosen one has a tint, a ring and weight. */
export function CheckChip({ type = "checkbox", className, children, ...input }: CheckChipProps) {
  return (
    <label
      className={cx(
        "relative inline-flex min-h-11 cursor-pointer items-center justify-center rounded-12 bg-overlay px-3.5 font-[550]",
        "has-checked:bg-accent-soft has-checked:font-[650] has-checked:shadow-[inset_0_0_0_2px_var(--accent)]",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      <input
        {...input}
        type={type}
        // A browser that restores the choice of an earlier visit would show what the list does not.
        autoComplete="off"
        className="absolute inset-0 m-0 cursor-[inherit] opacity-0"
      />
      {children}
    </label>
  );
}
