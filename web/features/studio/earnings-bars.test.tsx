// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { EarningsBars } from "./EarningsBars.tsx";

afterEach(closePage);

const open = (tokens: number[], language: "en" | "es" = "en") =>
  openPage(
    <EarningsBars course={{ minutes: 10, tokens }} since="2026-11-02T20:00:00.000Z" />,
    {},
    { language },
  );

test.each([
  ["en", "Tokens per 10 minutes: 5; 1,200; 0; 600"],
  ["es", "Tokens cada 10 minutos: 5; 1.200; 0; 600"],
] as const)(
  "the bars of a broadcast are as high as what came in, and are read out (%s)",
  (language, name) => {
    open([5, 1_200, 0, 600], language);
    const bars = [...screen.getByRole("img", { name }).children] as HTMLElement[];
    expect(bars.map((bar) => Math.round(Number.parseFloat(bar.style.height)))).toEqual([0, 100, 0, 50]);
  },
);

test.each([
  ["en", /^\d\d?:00\s[AP]M$/, /^\d\d?:30\s[AP]M$/],
  ["es", /^\d\d?:00$/, /^\d\d?:30$/],
] as const)(
  "the axis of the bars names the highest one and the hours (%s)",
  async (language, first, last) => {
    open([5, 1_200, 0, 600], language);
    expect(screen.getByText(language === "en" ? "1,200 tk" : "1.200 tk")).toBeTruthy();
    expect([await screen.findByText(first), screen.getByText(last)]).toHaveLength(2);
  },
);

test("before the first token there are no bars", () => {
  open([0, 0]);
  expect(screen.queryByRole("img")).toBeNull();
});
