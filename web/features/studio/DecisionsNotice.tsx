import { useQuery } from "@tanstack/react-query";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";

const shownForMs = 7 * 24 * 3_600_000;

/** What staff removed or decided lately: who has no confirmed address would not hear of it otherwise. */
export function DecisionsNotice() {
  const { data, dataUpdatedAt } = useQuery(decisionsQuery);
  const all = data ? [...data.removals, ...data.data] : [];
  const isNew = ({ at }: { at: string }) => Date.parse(at) > dataUpdatedAt - shownForMs;
  if (!all.some(isNew)) return null;
  return (
    <section aria-label={m.decisions_own()} className="mx-auto w-full max-w-[1440px] px-3 pt-2 pb-1 lg:px-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
        <Icon name="shield" className="text-warn max-sm:hidden" />
        <p className="min-w-0 flex-1 basis-60 font-semibold">{m.removal_studio()}</p>
        <ButtonLink to="/model/settings#decisions" tone="solid" size="sm">
          {m.removal_studio_link()}
        </ButtonLink>
      </div>
    </section>
  );
}
