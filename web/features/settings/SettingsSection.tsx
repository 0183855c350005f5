import { createContext, type ReactNode, use, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";

const ShownPartContext = createContext<string | null>(null);

/**
 * Provides the anchor of the section that phones show alone; without it they show all. `target`: the one that the address
 * names, as CSS sees it.
 */
export const ShownPart = ShownPartContext.Provider;

type SettingsSectionProps = {
  title: string;
  /** Names the section in addresses: `/settings#spending`. */
  anchor?: string;
  end?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** One subject of the settings, on a quiet surface of its own. */
export function SettingsSection({ title, anchor, end, className, children }: SettingsSectionProps) {
  const id = useId();
  const shown = use(ShownPartContext);
  return (
    <section
      ref={keepFocusInside}
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      aria-labelledby={id}
      className={cx(
        "min-w-0 scroll-mt-24 max-lg:scroll-mt-[100dvh] rounded-16 bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)] sm:p-6",
        shown === "target" && "max-lg:[&:not(:target)]:hidden",
        shown !== null && shown !== "target" && shown !== anchor && "max-lg:hidden",
        className,
      )}
    >
      <header className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={id} className="text-16!">
          {title}
        </h2>
        {end}
      </header>
      {children}
    </section>
  );
}

const variants = {
  ok: { className: "bg-ok-soft text-ok", icon: "check" },
  warn: { className: "bg-warn-soft text-warn", icon: "clock" },
} as const;

/** A state in a word, a drawing and a tint. */
export function StatusBadge({ tone, children }: { tone: keyof typeof variants; children: ReactNode }) {
  const { className, icon } = variants[tone];
  return (
    <span
      className={cx(
        "inline-flex min-h-7 flex-none items-center gap-1.5 rounded-8 px-2 text-12 font-[550]",
        className,
      )}
    >
      <Icon name={icon} size={15} />
      {children}
    </span>
  );
}
