import { z } from "zod";
import { shaped } from "./fields.ts";
import { eachFact, type FactName, modelFacts } from "./model-facts.ts";

/** The facts of a model as they are sent: each as a list of values. */
export const factsSent = eachFact(() => z.array(z.string()));

const { tags: _ofTheRoom, ...ofThePerson } = factsSent;
/** The sent facts without the tags of the room. */
export const personFactsSent = ofThePerson;

/** The facts as a model chooses them; a fact that is missing stays as it is. */
export const factsInput = eachFact((name) => {
  const { values, max } = modelFacts[name];
  return z
    .array(shaped(new RegExp(`^(${values.join("|")})$`)))
    .max(max, "invalid")
    .optional();
});

/** Whether a filter leaves the models who have all of its values, as of topics, or those who have at least one. */
export const asksForAll = (name: FactName): boolean => name === "tags";

const shapes: { [Name in FactName]?: string } = { languages: "[a-z]{2}" };

/** The facts that a list is narrowed by, each with commas between its values. A value that is not listed finds nobody. */
export const factsQuery = eachFact((name) => {
  const { max } = modelFacts[name];
  const shape = shapes[name] ?? "[a-z]{2,20}";
  return shaped(new RegExp(`^(${shape}(,${shape}){0,${max - 1}})?$`))
    .default("")
    .describe(asksForAll(name) ? "All of these" : "One of these at least");
});
