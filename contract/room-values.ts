/**
 * The values by which models and their rooms are described, found and sorted. Plain values without a library, and apart
 * from the bounds of forms: the lists need them at once, forms come when they are opened.
 */

/** The user name by which a model's page is addressed. */
export const slugPattern = /^[a-zA-Z0-9]{3,30}$/;

/** The `earningRank` of a model who is not ranked yet: sorted after all others, without a number. */
export const unranked = 10_000;

/** The picture of a model who has uploaded none. */
export const modelPlaceholder = "/model-placeholder.svg";

/** In place of a gender's id: the models of every gender. Addresses and the API call it `all`. */
export const allGenders = 0;

/** A gender as addresses and the API name it. */
export const genderText = (gender: number): string => (gender === allGenders ? "all" : String(gender));

/** The ids of the genders, which the catalogue's table names. */
export const genderIds = [1, 2, 3, 4] as const;

/** The topics of rooms, for models to choose from and fans to find by. */
export const roomTags = [
  "music",
  "singing",
  "dance",
  "party",
  "cooking",
  "chess",
  "games",
  "astronomy",
  "plants",
  "books",
  "stories",
  "drawing",
  "fitness",
  "languages",
  "talk",
  "calm",
] as const;
export type RoomTag = (typeof roomTags)[number];

/** Languages that models speak and fans find them by, ISO 639-1. */
export const spokenLanguages =
  "en es pt fr de it nl da sv no ga pl cs hu ro uk ru tr ar hi ja ko zh tl".split(" ");

/** Orders of a list of rooms, the usual one first. */
export const roomSorts = ["watched", "newest", "cheapest"] as const;

/** The bounds of ranges that lists are narrowed by: years; tokens of a private minute. */
export const filterBounds = {
  age: { min: 18, max: 99 },
  rate: { min: 1, max: 10_000 },
} as const;

/** Characters from which on a search is given suggestions. */
export const suggestFrom = 2;

/** How many fans a room names who tipped most in its broadcast. */
export const topTippersMax = 3;
