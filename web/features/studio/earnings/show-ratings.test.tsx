// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ByShow } from "./EarningsTables.tsx";

afterEach(closePage);

test.each([
  ["en", "4.6 of 5 from 12 ratings of shows in October 2026"],
  ["es", "4,6 de 5 por 12 calificaciones de los shows de octubre de 2026"],
] as const)(
  "R-OPEN-59: a model reads what fans thought of the shows of a month, where it is shown (%s)",
  (language, text) => {
    openPage(<ByShow shows={[]} ratings={{ month: "2026-10", mean: 4.6, count: 12 }} />, {}, { language });
    expect(screen.getByText(text)).toBeTruthy();
    closePage();
    openPage(<ByShow shows={[]} />, {}, { language });
    expect(screen.queryByText(/12/)).toBeNull();
  },
);
