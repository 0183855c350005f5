import { roomTags, spokenLanguages } from "./room-values.ts";

const hairColors = ["black", "brown", "blonde", "red", "gray", "bright"] as const;
export type HairColor = (typeof hairColors)[number];

/** A fact of a model that is chosen from a list of values. */
type ModelFact = {
  values: readonly string[];
  /** How many values a model may have, and a list be narrowed by. */
  max: number;
  /** The name of the fact in the address of a list. */
  address: string;
};

/**
 * The facts of a model that are chosen from lists. The contract, the columns that are read and written, filters, saved
 * searches, the studio, the review and the profile all follow from this table. The columns of the same names are in
 * `catalog.model`, `catalog.on_air` and `notifications.saved_search`; the labels are in `web/entities/room/fact-labels.ts`.
 * This file imports no library, because lists need it at once.
 */
export const modelFacts = {
  /** The topics of the room. */
  tags: { values: roomTags, max: 5, address: "tag" },
  /** The languages that the model speaks, ISO 639-1. */
  languages: { values: spokenLanguages, max: 5, address: "language" },
  /** The colours of the model's hair. */
  hair: { values: hairColors, max: 2, address: "hair" },
} as const satisfies Record<string, ModelFact>;

export type FactName = keyof typeof modelFacts;

/** The chosen values of each fact. */
export type Facts = Record<FactName, string[]>;

export const factNames = Object.keys(modelFacts) as FactName[];

/** A value for each fact, by the name of the fact. */
export const eachFact = <Value>(valueOf: (name: FactName) => Value): Record<FactName, Value> =>
  Object.fromEntries(factNames.map((name) => [name, valueOf(name)])) as Record<FactName, Value>;
