import { useQuery } from "@tanstack/react-query";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";

/** The staff keeps the model out of sight: they would otherwise wonder why nobody comes. */
export function HiddenNotice() {
  return (
    <section aria-label={m.studio_hidden()} className="w-full flex-none px-3 pt-2 pb-1 lg:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
        <Icon name="eyeOff" className="text-warn max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">{m.studio_hidden()}</p>
          <p className="text-text-2">{m.studio_hidden_text()}</p>
        </div>
        <ButtonLink to="/contact" tone="solid" size="sm">
          {m.studio_hidden_action()}
        </ButtonLink>
      </div>
    </section>
  );
}

const shownForMs = 7 * 24 * 3_600_000;

/**
 * The recent removals and decisions of staff: a model without a confirmed address would not learn of them otherwise.
 */
export function DecisionsNotice() {
  const read = useQuery(decisionsQuery);
  const { data, dataUpdatedAt } = read;
  const all = data ? [...data.removals, ...data.data] : [];
  const isNew = ({ at }: { at: string }) => Date.parse(at) > dataUpdatedAt - shownForMs;
  if (!hasFailed(read) && !all.some(isNew)) return null;
  return (
    <section aria-label={m.decisions_own()} className="w-full flex-none px-3 pt-2 pb-1 lg:px-4">
      {hasFailed(read) ? (
        <PartFailed read={read} text={m.decisions_failed()} className="rounded-16 bg-surface px-4 py-2.5" />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
          <Icon name="shield" className="text-warn max-sm:hidden" />
          <p className="min-w-0 flex-1 basis-60 font-semibold">{m.removal_studio()}</p>
          <ButtonLink to="/model/settings#decisions" tone="solid" size="sm">
            {m.removal_studio_link()}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
