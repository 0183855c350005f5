import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/Icon.tsx";

const looks = {
  ok: { look: "bg-ok-soft text-ok", icon: "check" },
  warn: { look: "bg-warn-soft text-warn", icon: "clock" },
} as const;

/** A state in a word, a drawing and a tint. */
export function Mark({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  const { look, icon } = looks[tone];
  return (
    <span
      className={cx(
        "inline-flex min-h-7 flex-none items-center gap-1.5 rounded-8 px-2 text-12 font-[550]",
        look,
      )}
    >
      <Icon name={icon} size={15} />
      {children}
    </span>
  );
}
