import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

export type RadioTileProps = {
  group: string;
  checked: boolean;
  disabled?: boolean;
  onChoose(): void;
  /** The text of a screen reader instead of the drawing. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/** One choice of a radio group drawn as a tile: the whole tile is a native radio, so arrow keys work. */
export function RadioTile({
  group,
  checked,
  disabled,
  onChoose,
  label,
  className,
  children,
}: RadioTileProps) {
  return (
    <label
      className={cx(
        "relative cursor-pointer has-disabled:cursor-not-allowed",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      <input
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-label={label}
        className="absolute inset-0 z-1 m-0 size-full cursor-[inherit] opacity-0"
      />
      {children}
    </label>
  );
}
