import type { RoomTag } from "#contract/room-values.ts";
import { m } from "#web/paraglide/messages.js";

const tagNames: Record<RoomTag, () => string> = {
  music: m.tag_music,
  singing: m.tag_singing,
  dance: m.tag_dance,
  party: m.tag_party,
  cooking: m.tag_cooking,
  chess: m.tag_chess,
  games: m.tag_games,
  astronomy: m.tag_astronomy,
  plants: m.tag_plants,
  books: m.tag_books,
  stories: m.tag_stories,
  drawing: m.tag_drawing,
  fitness: m.tag_fitness,
  languages: m.tag_languages,
  talk: m.tag_talk,
  calm: m.tag_calm,
};

/** The name of a room's topic, in the page's language. */
export const tagName = (tag: string): string => tagNames[tag as RoomTag]?.() ?? tag;
