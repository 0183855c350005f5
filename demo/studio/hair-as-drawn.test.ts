import { expect, test } from "vitest";
import type { HairColor } from "../../contract/model-facts.ts";
import { demoModels } from "../models.ts";
import { hairOf } from "../world/hair.ts";
import { presenterOf } from "./appearances.ts";
import type { HairColour } from "./presenters/palette.ts";

const colorOf: Record<HairColour, HairColor> = {
  black: "black",
  brown: "brown",
  chestnut: "brown",
  blonde: "blonde",
  honey: "blonde",
  red: "red",
  silver: "gray",
  pink: "bright",
  teal: "bright",
  plum: "bright",
  blue: "bright",
};

test("the demo's models have the hair that their pictures show", () => {
  for (const model of demoModels) {
    const drawn = new Set(presenterOf(model).figures.map(({ hairColour }) => colorOf[hairColour]));
    expect(new Set(hairOf(model.login)), model.login).toEqual(drawn);
  }
});
