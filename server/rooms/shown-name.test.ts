import { expect, test } from "vitest";
import { erasedSlug } from "./forget-person.ts";
import { shownName } from "./shown-name.ts";

const names = [
  { of: "a model with an artistic name", name: "Luna", slug: "luna", shown: "Luna" },
  { of: "a model who gave none", name: "", slug: "luna", shown: "luna" },
  { of: "a model whose name was not kept", name: null, slug: "luna", shown: "luna" },
  { of: "a model who was erased since", name: null, slug: erasedSlug(7), shown: null },
  { of: "an erased model under the name that was kept", name: "Luna", slug: erasedSlug(7), shown: "Luna" },
  { of: "a model whose room has another's number", name: null, slug: erasedSlug(8), shown: "erased8" },
];

test.for(names)("R-OPEN-15, R-OPEN-69: statements and receipts name $of $shown", ({ name, slug, shown }) => {
  expect(shownName({ modelId: 7, name, slug })).toBe(shown);
});
