import type { Language } from "#contract/common.ts";
import type { SearchSuggestions } from "#contract/content.ts";
import { suggestFrom } from "#contract/room-values.ts";
import { searchKey } from "#contract/search-key.ts";
import { fanIdOf } from "./find-items.ts";
import type { ContentNeeds } from "./needs.ts";
import type { ItemViewer } from "./rules/access.ts";
import { titlesBegunWith } from "./store/item-lists-store.ts";

type Order = { gender: number; search: string; viewer: ItemViewer; language: Language };

const titlesMax = 3;

/** Suggestions for somebody who has typed so much: names, topics of rooms, and videos of a gender's models. */
export function suggest({ db, catalog, clock }: ContentNeeds) {
  return async ({ gender: genderId, search, viewer, language }: Order): Promise<SearchSuggestions> => {
    if ([...searchKey(search)].length < suggestFrom) return { names: [], topics: [], videos: [] };
    const typed = { genderId, search, fanId: fanIdOf(viewer) };
    const [names, topics, videos] = await Promise.all([
      catalog.suggestedNames(db, typed),
      catalog.suggestedTopics(db, typed, language),
      titlesBegunWith(db, { genderId, search, now: clock.now(), max: titlesMax, fanId: typed.fanId }),
    ]);
    return {
      names: names.map(({ id, login, artistic_name, avatar, status }) => ({
        id,
        login,
        name: artistic_name,
        avatar,
        isStream: status !== "stopped",
      })),
      topics,
      videos,
    };
  };
}
