import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Flag } from "./Flag.tsx";

test("a country is named and marked for the browser's first drawing, whether its flag is drawn or its code", () => {
  const named = (country: string) => renderToStaticMarkup(<Flag country={country} />);
  expect(named("co")).toContain('<svg role="img" aria-label="Colombia" data-name-of="region CO"');
  expect(named("is")).toMatch(/<abbr role="img" aria-label="Iceland" data-name-of="region IS"[^>]*>IS</);
});
