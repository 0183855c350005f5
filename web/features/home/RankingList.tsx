import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { allGenders, unranked } from "#contract/room-values.ts";
import { isBlank } from "#contract/written-text.ts";
import { useGender, useGenderChoices } from "#web/entities/room/gender.ts";
import { unsorted, useListFilters, writeFilters } from "#web/entities/room/list-filters.ts";
import { rankingQuery, useLiveRanking } from "#web/entities/room/ranking.ts";
import { visibleCards } from "#web/entities/room/rooms-query.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { useListSearch } from "#web/lib/page/list-search.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { foundCount, ListPages } from "#web/ui/ListPages.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { FilterBar, ListHead } from "./filters/FilterBar.tsx";
import { NothingFound } from "./ListNotice.tsx";
import { RoomCard, roomCardId } from "./RoomCard.tsx";
import { RoomGridSkeleton } from "./RoomGridSkeleton.tsx";
import { useCardLike } from "./use-card-like.ts";

/** The models of the selected gender by their rank: those who stream large, the others half as high. */
export function RankingList() {
  const language = useLocale();
  const gender = useGender();
  const { text } = useListSearch();
  const filters = unsorted(useListFilters());
  const written = writeFilters(filters);
  const viewer = useViewer();
  const like = useCardLike();
  const searching = !isBlank(text);
  const ranking = useInfiniteQuery({
    ...rankingQuery(gender, text, written),
    placeholderData: searching || written !== "" ? keepPreviousData : undefined,
  });
  useLiveRanking(gender, written);
  const genders = useGenderChoices();
  const nameOfGender = (id: number) => genders.find((one) => one.id === id)?.name;
  const cards = visibleCards(ranking.data, viewer);
  const last = cards.at(-1);
  return (
    <>
      <ListHead>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h1 className="max-lg:text-[22px]">{m.nav_trending()}</h1>
          <p className="text-text-3" aria-live={searching || written !== "" ? "polite" : "off"}>
            {searching || written !== ""
              ? m.home_found({ count: foundCount(ranking, cards.length) })
              : m.trending_lead()}
          </p>
        </div>
        <FilterBar gender={gender} filters={filters} sorted />
      </ListHead>
      <ListPages
        list={ranking}
        lastId={last && roomCardId(last)}
        skeleton={<RoomGridSkeleton />}
        nothing={
          cards.length === 0 &&
          (searching || written !== "" ? (
            <NothingFound
              searching={searching}
              filters={filters}
              near={ranking.data?.pages[0]?.neighbours ?? []}
              now={readAt(ranking)}
            />
          ) : (
            <NobodyRanked />
          ))
        }
      >
        {cards.length > 0 && (
          <div className="ranking">
            <ol className="room-grid">
              {cards.map((card, place) => (
                <RoomCard
                  key={card.id}
                  card={card}
                  language={language}
                  now={readAt(ranking)}
                  place={place}
                  small={!card.isStream}
                  rank={card.earningRank < unranked ? m.trending_rank({ rank: card.earningRank }) : undefined}
                  rankOf={gender === allGenders ? nameOfGender(card.gender_id) : undefined}
                  bells={viewer?.role === "fan"}
                  onLike={like}
                />
              ))}
            </ol>
          </div>
        )}
      </ListPages>
    </>
  );
}

function NobodyRanked() {
  return (
    <EmptyState
      title={m.trending_empty_title()}
      text={m.trending_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}
