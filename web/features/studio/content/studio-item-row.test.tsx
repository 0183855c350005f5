import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import type { StudioItem } from "#contract/studio-content.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { StudioItemRow } from "./StudioItemRow.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

const drawn = (sold: number, price = 40) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StudioItemRow
        item={
          {
            id: 5,
            kind: "video",
            title: "",
            type: "video",
            price,
            sold,
            earned: sold * price,
            state: "listed",
          } as StudioItem
        }
      />
    </QueryClientProvider>,
  );

test.each([
  ["en", ["sold 0 times, 0 tokens", "sold 1 time, 40 tokens", "sold 2 times, 80 tokens"]],
  ["es", ["vendido 0 veces, 0 tokens", "vendido 1 vez, 40 tokens", "vendido 2 veces, 80 tokens"]],
] as const)(
  "a model's item says how often it was sold, once and several times (%s)",
  (language, sentences) => {
    overwriteGetLocale(() => language);
    for (const [sold, sentence] of sentences.entries()) expect(drawn(sold)).toContain(`>${sentence}<`);
  },
);

test.each([
  ["en", "sold 1 time, 1 token"],
  ["es", "vendido 1 vez, 1 token"],
] as const)("a model's item that brought one token says so in the singular (%s)", (language, sentence) => {
  overwriteGetLocale(() => language);
  expect(drawn(1, 1)).toContain(`>${sentence}<`);
});
