import { cx } from "../cx.ts";
import drawings from "./drawings.svg?url&no-inline";
import type { IconName } from "./icon-names.ts";

export type { IconName } from "./icon-names.ts";

export type IconProps = {
  name: IconName;
  /** Side in pixels; 20 by default. */
  size?: number;
  className?: string;
  /** Fill the drawing with the text colour, as for a chosen heart. */
  filled?: boolean;
};

/**
 * A line drawing in the text colour. Decorative: what it stands for is said by the text or the label beside it. All
 * drawings are one file that the browser keeps, so that they cost no script.
 */
export function Icon({ name, size = 20, className, filled = false }: IconProps) {
  return (
    <svg
      className={cx("icon", filled && "fill-current", className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
