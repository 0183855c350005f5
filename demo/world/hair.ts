import type { HairColor } from "#contract/model-facts.ts";

/** The models of the demo by the colour of the hair that their pictures show; of a couple both colours are listed. */
const modelsByHair: Record<HairColor, string> = {
  black:
    "rosa dani thiago bruno elena dante aria yuki mateo ines salma zara ravi tomas sol marisol mei kai priya ivyandsam lolaypablo aikoandren",
  brown: "luna clara leo chiara leila noor amara bianca lolaypablo saraetluc",
  blonde: "jules katya henrik ingrid mila greta saraetluc",
  red: "valentina fiona robin emilia ivyandsam",
  gray: "freya nadia",
  bright: "lia paloma alexia mika vera aikoandren",
};

/** The colours of a model's hair, in the order of the list. */
export const hairOf = (login: string): HairColor[] =>
  (Object.keys(modelsByHair) as HairColor[]).filter((color) =>
    modelsByHair[color].split(" ").includes(login),
  );
