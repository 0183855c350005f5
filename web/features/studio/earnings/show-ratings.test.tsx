// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ByShow } from "./EarningsTables.tsx";

afterEach(closePage);

test.each([
  ["en", "4.6 of 5 from 12 ratings in the last 30 days"],
  ["es", "4,6 de 5 por 12 calificaciones en los últimos 30 días"],
] as const)(
  "R-OPEN-59: a model reads what fans thought of the shows of late, where it is told (%s)",
  (language, text) => {
    openPage(<ByShow shows={[]} ratings={{ mean: 4.6, count: 12 }} />, {}, { language });
    expect(screen.getByText(text)).toBeTruthy();
    closePage();
    openPage(<ByShow shows={[]} />, {}, { language });
    expect(screen.queryByText(/30/)).toBeNull();
  },
);
