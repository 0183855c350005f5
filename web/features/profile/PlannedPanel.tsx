import type { ModelPage } from "#contract/catalog.ts";
import { localSpan } from "#web/lib/i18n/local-span.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

const shownMax = 4;

/** When the model means to be on air next, by the clock of who reads it; nothing when they have not said. */
export function PlannedPanel({ page: { planned } }: { page: Pick<ModelPage, "planned"> }) {
  // The server knows no time zone of the reader.
  const hydrated = useHydrated();
  if (planned.length === 0) return null;
  return (
    <section
      aria-labelledby="profile-planned"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-16 bg-surface px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <Icon name="clock" className="mt-0.5 text-text-2" />
      <div className="min-w-0">
        <h2 id="profile-planned" className="text-14! font-[550]!">
          {m.profile_planned()}
        </h2>
        <ul className="mt-1 grid gap-0.5 text-14 text-text-2">
          {planned.slice(0, shownMax).map((time) => (
            <li key={time.from} className="min-h-5">
              <time dateTime={time.from}>{hydrated ? localSpan(time) : ""}</time>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-12 text-text-3">{m.profile_planned_zone()}</p>
      </div>
    </section>
  );
}
