import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { PartFailed, type PartRead } from "#web/ui/states/PartFailed.tsx";

type PanelProps = { title: string; end?: ReactNode; className?: string; children: ReactNode };

/** A quiet surface that holds one subject of the studio. */
export function Panel({ title, end, className, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={cx("rounded-16 bg-surface shadow-[inset_0_0_0_1px_var(--line)]", className)}
    >
      <header className="flex min-h-14 items-center gap-2 py-1.5 pr-3 pl-4">
        <h2 className="flex-1 text-16!">{title}</h2>
        {end}
      </header>
      {children}
    </section>
  );
}

/** In a panel that could not be read: who broadcasts cannot load the page again. */
export const PanelFailed = ({ read }: { read: PartRead }) => <PartFailed read={read} className="px-4 pb-4" />;
