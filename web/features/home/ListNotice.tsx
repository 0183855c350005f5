import type { ModelCard } from "#contract/catalog.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { listSearch } from "#web/lib/page/list-search.ts";
import { m } from "#web/paraglide/messages.js";
import { EmptyState, NoMatch } from "#web/ui/EmptyState.tsx";
import { RoomCard } from "./RoomCard.tsx";
import { useCardLike } from "./use-card-like.ts";

/** `near`: whom to offer instead; `now`: when the list was made. */
type NothingFoundProps = { searching: boolean; near?: readonly ModelCard[]; now?: string };

/** Stands in the place of a list without rooms, whose search, if there was one, it offers to end. */
export function NothingFound({ searching, near = [], now = "" }: NothingFoundProps) {
  if (!searching) return <EmptyState title={m.home_empty_title()} text={m.home_empty_text()} />;
  return (
    <>
      <NoMatch title={m.home_no_match_title()} text={m.home_no_match_text()} onClear={listSearch.close} />
      {near.length > 0 && <Neighbours cards={near} now={now} />}
    </>
  );
}

function Neighbours({ cards, now }: { cards: readonly ModelCard[]; now: string }) {
  const language = useLocale();
  const like = useCardLike();
  return (
    <section aria-labelledby="neighbours">
      <h2 id="neighbours" className="mb-4 max-lg:mx-1">
        {m.home_neighbours()}
      </h2>
      <ul className="room-grid">
        {cards.map((card, place) => (
          <RoomCard key={card.id} card={card} language={language} now={now} place={place} onLike={like} />
        ))}
      </ul>
    </section>
  );
}
