import type { ReactNode } from "react";
import { countText } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "./cx.ts";
import { Icon } from "./pictures/Icon.tsx";

export type BadgeMode = "live" | "private" | "vip" | "promo" | "off";

const variants: Record<BadgeMode, string> = {
  live: "bg-live text-white",
  private: "bg-[#6A45D6] text-white",
  vip: "bg-[#FFC24B] text-[#2B1B00]",
  promo: "bg-[#F4F1FA] text-[#8F1249]",
  off: "bg-[rgb(11_10_16/.82)] text-[#DAD4E6]",
};
const labels: Record<BadgeMode, () => string> = {
  live: m.common_badge_live,
  private: m.common_badge_private,
  vip: m.common_badge_vip,
  promo: m.common_badge_promo,
  off: m.common_badge_off,
};

/** The mode of a room: a dot or icon, and always a text. */
export function Badge({ mode, text, className }: { mode: BadgeMode; text?: string; className?: string }) {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-[5px] rounded-6 px-2 text-11 leading-none font-bold tracking-[.05em] whitespace-nowrap uppercase",
        variants[mode],
        className,
      )}
    >
      {mode === "live" && <span className="live-dot" />}
      {mode === "private" && <Icon name="lock" size={13} />}
      {mode === "vip" && <Icon name="crown" size={13} />}
      {text ?? (mode === "live" ? <LiveLabel /> : labels[mode]())}
    </span>
  );
}

/** Says "Live", which a public room is, and by its accessible name which mode that is. */
function LiveLabel() {
  return (
    <>
      <span aria-hidden="true">{labels.live()}</span>
      <span className="sr-only">{m.common_badge_public()}</span>
    </>
  );
}

/** The badge for a stream's state as the API names it. */
export function badgeModeOf(stream: { status: string; type: string }): BadgeMode {
  if (stream.status === "stopped") return "off";
  if (stream.type === "private" || stream.type === "vip" || stream.type === "promo") return stream.type;
  return "live";
}

export type PillTone = "plain" | "video" | "ok" | "warn" | "error" | "private";

const tones: Record<PillTone, string> = {
  plain: "bg-overlay",
  video: "bg-plate text-white",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  error: "bg-error-soft text-error",
  private: "bg-private-soft text-private",
};

/** A small fact; `video` stands on a dark plate so that it reads on any frame. */
export function Pill({
  tone = "plain",
  children,
  className,
}: {
  tone?: PillTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-[5px] rounded-6 px-2 text-12 font-semibold whitespace-nowrap tabular-nums",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A number on a menu entry, "99+" from 100 on; nothing at 0. `label` says for screen readers what is counted. */
export function CountBadge({
  value,
  label,
  hot = false,
  className,
}: {
  value: number;
  label: string;
  hot?: boolean;
  className?: string;
}) {
  if (value <= 0) return null;
  return (
    <span
      className={cx(
        "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-11 leading-none font-[650]",
        hot ? "bg-accent-fill text-white" : "bg-overlay text-text",
        className,
      )}
    >
      <span aria-hidden="true">{countText(value)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
