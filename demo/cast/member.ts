import type { ClothName } from "../presenters/clothes.ts";
import type { HairStyle } from "../presenters/hair.ts";
import type { HairColour, SkinTone } from "../presenters/palette.ts";
import type { Feature, Look, Presenter } from "../presenters/presenter.ts";

/** A text in the two languages of the product. */
export type Bilingual = { en: string; es: string };

/** Gender ids as the catalogue counts them: 1 women, 2 men, 3 trans, 4 couples. */
export type GenderId = 1 | 2 | 3 | 4;

/** What is written by hand about one model of the demo world. */
export type CastEntry = {
  /** Lower-case letters only; the room's address. */
  login: string;
  /** The name shown to fans. */
  name: string;
  /** Years; never below 21. Of a couple, the younger one's. */
  age: number;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  gender: GenderId;
  /** ISO 639-1 codes, the strongest first. */
  languages: readonly string[];
  bio: Bilingual;
  /** One line over the room. */
  topic: Bilingual;
  /** What the room collects tokens for. */
  goal: Bilingual;
  goalTokens: number;
  /** Tokens per minute. */
  rates: { private: number; vip: number; spy: number };
  /** The least a private show costs, in tokens; 0 for none. */
  minimumTokens: number;
  /** Price of a month's subscription in US cents. */
  monthlyPriceCents: number;
  /** Whether the model is on air in the demo world. */
  live: boolean;
  /** Set where the number of watchers is not left to chance. */
  baseWatchers?: number;
  presenter: Omit<Presenter, "seed">;
};

/** One model of the demo world. */
export type CastMember = Omit<CastEntry, "presenter" | "baseWatchers"> & {
  /** 1 is the most popular; each number from 1 to the size of the cast is held once. */
  rank: number;
  /** Around how many people watch when the room is open. */
  baseWatchers: number;
  presenter: Presenter;
};

/** Writes a {@link Look} on one line. */
export function look(
  skin: SkinTone,
  hair: HairStyle,
  hairColour: HairColour,
  cloth: ClothName,
  colours: readonly [string, string],
  mouth: Look["mouth"],
  ...features: readonly Feature[]
): Look {
  return { skin, hair, hairColour, cloth, colours, mouth, features };
}
