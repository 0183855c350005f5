// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { localSpan } from "#web/lib/i18n/local-span.ts";
import { PlannedPanel } from "./PlannedPanel.tsx";

afterEach(closePage);

const planned = [26, 27, 28, 29, 30].map((day) => ({
  from: `2026-11-${day}T01:00:00.000Z`,
  to: `2026-11-${day}T04:00:00.000Z`,
}));

test("the next times are shown by the reader's clock, four at most, and nothing of a model who plans none", async () => {
  const page = openPage(<PlannedPanel page={{ planned }} />, {});
  const [first] = planned;
  expect(await screen.findByText(localSpan(first as (typeof planned)[number]))).toBeDefined();
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
  page.close();
  openPage(<PlannedPanel page={{ planned: [] }} />, {}, { language: "es" });
  expect(screen.queryByRole("heading")).toBeNull();
});
