import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../pictures/Icon.tsx";

export type IconButtonProps = ComponentProps<"button"> & {
  icon: IconName;
  /** The button's action; its accessible name and its tooltip. */
  label: string;
  /** `video`: a dark round plate for use over pictures. */
  variant?: "plain" | "video";
  filled?: boolean;
  iconSize?: number;
};

/** A 44 px square with a drawing; no ground until hovered. */
export function IconButton({
  icon,
  label,
  variant = "plain",
  filled,
  iconSize,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        "inline-flex size-11 flex-none items-center justify-center transition-colors duration-(--hover)",
        // Colours of no specificity: one that the caller names wins, wherever it stands in the sheet.
        variant === "plain" &&
          "rounded-12 hover:bg-raised [:where(&)]:text-text-2 [:where(&:hover)]:text-text",
        variant === "video" &&
          "rounded-full bg-[rgb(11_10_16/.62)] hover:bg-[rgb(11_10_16/.82)] [:where(&)]:text-white",
        className,
      )}
    >
      <Icon name={icon} filled={filled} size={iconSize} />
    </button>
  );
}
