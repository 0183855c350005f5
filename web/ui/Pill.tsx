import type { ReactNode } from "react";
import { cx } from "./cx.ts";

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
