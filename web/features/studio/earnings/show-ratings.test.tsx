// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ByKind, ByShow } from "./EarningsTables.tsx";

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

test.each([
  ["en", "1 fan", "1,000,000 fans", "once", "1,000,000 times"],
  ["es", "1 fan", "1.000.000 fans", "una vez", "1.000.000 veces"],
] as const)(
  "what is counted is in the singular for one and grouped for a million (%s)",
  (language, ...texts) => {
    const show = { mode: "private", started_at: "2026-10-01T12:00:00Z", ended_at: null, tokens: 5 } as const;
    const shows = [1, 1_000_000].map((fans) => ({ ...show, id: fans, fans }));
    const kinds = [1, 1_000_000].map(
      (count, at) => ({ kind: at ? "tip" : "gift", count, tokens: 5 }) as const,
    );
    openPage(
      <>
        <ByShow shows={shows} />
        <ByKind kinds={kinds} />
      </>,
      {},
      { language },
    );
    for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
  },
);
