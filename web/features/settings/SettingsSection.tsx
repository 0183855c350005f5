import { type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";

type SettingsSectionProps = { title: string; end?: ReactNode; className?: string; children: ReactNode };

/** One subject of the settings, on a quiet surface of its own. */
export function SettingsSection({ title, end, className, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        "min-w-0 rounded-16 bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)] sm:p-6",
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
