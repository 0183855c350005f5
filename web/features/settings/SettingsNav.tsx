import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

type SettingsNavProps = {
  parts: readonly { anchor: string; title: string }[];
  /** The part that is being read. */
  current: string | null;
  className?: string;
};

/** The list of sections: at the side of them, or on phones the page that leads to each. */
export function SettingsNav({ parts, current, className }: SettingsNavProps) {
  return (
    <nav aria-label={m.settings_sections()} className={className}>
      <ul className="grid max-lg:overflow-hidden max-lg:rounded-16 max-lg:bg-surface max-lg:shadow-[inset_0_0_0_1px_var(--line)]">
        {parts.map(({ anchor, title }) => (
          <li key={anchor} className="max-lg:not-first:border-t max-lg:not-first:border-line">
            <Link
              to={`#${anchor}`}
              aria-current={anchor === current ? "true" : undefined}
              className={cx(
                "flex min-h-12 items-center justify-between gap-3 px-4 font-[550] hover:bg-overlay hover:text-text lg:min-h-9 lg:rounded-8 lg:px-3",
                anchor === current ? "lg:bg-raised lg:text-text" : "lg:text-text-2",
              )}
            >
              {title}
              <Icon name="right" size={18} className="text-text-3 lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
