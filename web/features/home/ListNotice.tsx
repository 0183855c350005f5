import type { ModelCard } from "#contract/catalog.ts";
import { allGenders } from "#contract/room-values.ts";
import { useChooseGender, useGender, useGenders } from "#web/entities/room/gender.ts";
import { type ListFilters, noFilters, unsorted, writeFilters } from "#web/entities/room/list-filters.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { listSearch } from "#web/lib/page/list-search.ts";
import { useRole } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { EmptyState, NoMatch } from "#web/ui/states/EmptyState.tsx";
import { FilterChips } from "./filters/FilterChips.tsx";
import { RoomCard } from "./RoomCard.tsx";
import { useCardLike } from "./use-card-like.ts";

/** `near`: whom to offer instead; `now`: when the list was made. */
type NothingFoundProps = {
  searching: boolean;
  filters?: ListFilters;
  near?: readonly ModelCard[];
  now?: string;
};

/** Stands in the place of a list without rooms, whose filters or search, if there were any, it offers to take away. */
export function NothingFound({ searching, filters = noFilters, near = [], now = "" }: NothingFoundProps) {
  if (writeFilters(unsorted(filters)) !== "")
    return (
      <>
        <EmptyState
          title={m.filter_none_title()}
          text={m.filter_none_text()}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <FilterChips filters={filters} />
              {searching && <Button onClick={listSearch.close}>{m.home_clear_search()}</Button>}
            </div>
          }
        />
        {near.length > 0 && <Neighbours cards={near} now={now} />}
      </>
    );
  if (!searching) return <NobodyYet />;
  return (
    <>
      <NoMatch title={m.home_no_match_title()} text={m.home_no_match_text()} onClear={listSearch.close} />
      {near.length > 0 && <Neighbours cards={near} now={now} />}
    </>
  );
}

/** Where nobody of the chosen gender has a room, another gender may. */
function NobodyYet() {
  const chosen = useGender();
  const choose = useChooseGender();
  const other = useGenders().find(({ id }) => chosen !== allGenders && id !== chosen);
  return (
    <EmptyState
      title={m.home_empty_title()}
      text={m.home_empty_text()}
      action={
        other && (
          <Button tone="primary" onClick={() => choose(other.id)}>
            {m.home_empty_action({ gender: inLanguage({ en: other.name_en, es: other.name_es }) })}
          </Button>
        )
      }
    />
  );
}

function Neighbours({ cards, now }: { cards: readonly ModelCard[]; now: string }) {
  const language = useLocale();
  const like = useCardLike();
  const bells = useRole() === "fan";
  return (
    <section aria-labelledby="neighbours">
      <h2 id="neighbours" className="mb-4 max-lg:mx-1">
        {m.home_neighbours()}
      </h2>
      <ul className="room-grid">
        {cards.map((card, place) => (
          <RoomCard
            key={card.id}
            card={card}
            language={language}
            now={now}
            place={place}
            bells={bells}
            onLike={like}
          />
        ))}
      </ul>
    </section>
  );
}
