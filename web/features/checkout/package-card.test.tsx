// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Language } from "#contract/common.ts";
import type { TokenPackage } from "#contract/payments.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { pack } from "#testing/web/checkout/packages.ts";
import { PackageCard } from "./PackageCard.tsx";

afterEach(closePage);

function drawCard(change: Partial<TokenPackage>, language: Language = "en") {
  const part = (
    <PackageCard
      pack={{ ...pack(1, 1000, 89.99), ...change }}
      group="g"
      checked={false}
      onChoose={() => {}}
    />
  );
  openPage(part, {}, { language });
  return screen.getByRole("radio").closest("label")?.textContent ?? "";
}

test.each([
  ["en", "Popular", "Best value"],
  ["es", "Popular", "Mejor precio"],
] as const)(
  "R-PAY-06: a package with both marks is drawn with both ribbons (%s)",
  (language, popular, best) => {
    drawCard({ popular: true, best_value: true }, language);
    expect(screen.getByText(popular)).toBeTruthy();
    expect(screen.getByText(best)).toBeTruthy();
  },
);

test.each([
  [{ popular: true }, "Popular", "Best value"],
  [{ best_value: true }, "Best value", "Popular"],
])("R-PAY-06: a package with one mark is drawn with that ribbon alone: %j", (marks, shown, missing) => {
  const text = drawCard(marks);
  expect(text).toContain(shown);
  expect(text).not.toContain(missing);
});

test("R-PAY-06: a label that says more than the number of tokens is drawn, with every other part of the package", () => {
  const parts = { label: "Night owl", description: "For long shows", base_tokens: 825, bonus_tokens: 175 };
  const text = drawCard({ ...parts, savings: 18 });
  for (const part of ["1,000", "Night owl", "825", "+175 bonus", "$89.99", "−18%", "For long shows"])
    expect(text).toContain(part);
});

test.each([
  ["1,000 Tokens", "en"],
  ["1.000 tokens", "es"],
] as const)("R-PAY-06: the label %j says no more than the number that is drawn anyway", (label, language) => {
  expect(drawCard({ label }, language)).not.toMatch(/tokens/i);
});
