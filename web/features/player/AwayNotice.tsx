import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";

type AwayNoticeProps = {
  icon: IconName;
  title: string;
  text: string;
  /** Between other things over the picture: small, on a plate of its own. */
  compact?: boolean;
  /** A text that leaves no place for the icon on a phone. */
  long?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Why there is no picture, in the place of the picture. */
export function AwayNotice(props: AwayNoticeProps) {
  const { icon, title, text, compact = false, long = false, className, children } = props;
  return (
    <div
      className={cx(
        "grid gap-1",
        compact
          ? "max-w-[40ch] rounded-16 bg-plate px-3.5 py-2.5 text-left text-12"
          : "justify-items-center gap-2",
        className,
      )}
    >
      {!compact && (
        <span
          className={cx(
            "mb-2 grid size-[72px] place-items-center rounded-full bg-[#FFB020] text-[#2B1B00] phone:size-13",
            long && "phone:hidden",
          )}
        >
          <Icon name={icon} size={32} />
        </span>
      )}
      <h2 className={cx(compact && "text-14!")}>{title}</h2>
      <p className={cx("wrap-anywhere text-[#EFE6D2]", !compact && "max-w-[30ch]")}>{text}</p>
      {children}
    </div>
  );
}
