import { type FactName, factNames, type HairColor } from "#contract/model-facts.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";
import { tagName } from "./tag-names.ts";

type FactLabels = {
  title(): string;
  /** A filter's limit, and which models it leaves. */
  filterHint(): string;
  /** The title where the model chooses. */
  own(): string;
  /** The name of a value within a sentence. */
  nameOf(value: string): string;
};

const hairColors: Record<HairColor, () => string> = {
  black: m.hair_black,
  brown: m.hair_brown,
  blonde: m.hair_blonde,
  red: m.hair_red,
  gray: m.hair_gray,
  bright: m.hair_bright,
};

/** The texts about each fact of a model, in the page's language. */
export const factLabels: Record<FactName, FactLabels> = {
  tags: { title: m.fact_tags, filterHint: m.fact_tags_hint, own: m.fact_tags_own, nameOf: tagName },
  languages: {
    title: m.fact_languages,
    filterHint: m.fact_languages_hint,
    own: m.fact_languages_own,
    nameOf: (code) => nameOf("language", code),
  },
  hair: {
    title: m.fact_hair,
    filterHint: m.fact_hair_hint,
    own: m.fact_hair_own,
    nameOf: (color) => hairColors[color as HairColor]?.() ?? color,
  },
};

/** The facts about the person, which the profile shows; tags are about the room. */
export const personFacts = factNames.filter((name) => name !== "tags");

/** The names of a fact's values, with commas between them. */
export const namesOf = (fact: FactName, values: readonly string[]): string =>
  values.map(factLabels[fact].nameOf).join(", ");

/** The name of a value where it stands for itself, with a capital: Español. */
export function factLabel(fact: FactName, value: string): string {
  const [first = "", ...rest] = factLabels[fact].nameOf(value);
  return first.toLocaleUpperCase() + rest.join("");
}
