import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";

export type ControlProps = Pick<
  ComponentProps<"button">,
  "onClick" | "disabled" | "aria-disabled" | "aria-haspopup" | "className" | "title"
> & {
  icon: IconName;
  text: string;
  pressed?: boolean;
  strong?: boolean;
};

/** One button of the row under the preview: a picture above its word. */
export function Control({ icon, text, pressed, strong = false, className, ...rest }: ControlProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={cx(
        "grid min-h-16 content-center justify-items-center gap-1 rounded-12 bg-raised px-1 text-center leading-tight transition-colors duration-(--hover) light:bg-overlay",
        strong ? "text-14 font-[650]" : "text-12 font-[550]",
        pressed === false ? "text-error" : "text-text-2 hover:bg-overlay hover:text-text",
        "disabled:text-text-3 disabled:hover:bg-raised aria-disabled:text-text-3",
        className,
      )}
    >
      <Icon name={icon} />
      {text}
    </button>
  );
}
