import { m } from "#web/paraglide/messages.js";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";

export type BadgeMode = "live" | "private" | "vip" | "promo" | "off";

const looks: Record<BadgeMode, string> = {
  live: "bg-live text-white",
  private: "bg-[#6A45D6] text-white",
  vip: "bg-[#FFC24B] text-[#2B1B00]",
  promo: "bg-[#F4F1FA] text-[#8F1249]",
  off: "bg-[rgb(11_10_16/.82)] text-[#DAD4E6]",
};
const words: Record<BadgeMode, () => string> = {
  live: () => m.common_badge_live(),
  private: () => m.common_badge_private(),
  vip: () => m.common_badge_vip(),
  promo: () => m.common_badge_promo(),
  off: () => m.common_badge_off(),
};

/** The mode of a room: a dot or drawing and always the word. */
export function Badge({ mode, text, className }: { mode: BadgeMode; text?: string; className?: string }) {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-[5px] rounded-6 px-2 text-11 leading-none font-bold tracking-[.05em] whitespace-nowrap uppercase",
        looks[mode],
        className,
      )}
    >
      {mode === "live" && <span className="live-dot" />}
      {mode === "private" && <Icon name="lock" size={13} />}
      {mode === "vip" && <Icon name="crown" size={13} />}
      {text ?? (mode === "live" ? <LiveWord /> : words[mode]())}
    </span>
  );
}

/** Says "Live", which a public room is, and by its accessible name which mode that is. */
function LiveWord() {
  return (
    <>
      <span aria-hidden="true">{words.live()}</span>
      <span className="sr-only">{m.common_badge_public()}</span>
    </>
  );
}

/** The badge of a stream's state in the words of the wire. */
export function badgeModeOf(stream: { status: string; type: string }): BadgeMode {
  if (stream.status === "stopped") return "off";
  if (stream.type === "private" || stream.type === "vip" || stream.type === "promo") return stream.type;
  return "live";
}
