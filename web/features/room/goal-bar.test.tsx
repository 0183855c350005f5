// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { GoalBar } from "./GoalBar.tsx";

afterEach(closePage);

test.each([
  ["en", "0 of 1 token", "0 of 1,200 tokens"],
  ["es", "0 de 1 token", "0 de 1.200 tokens"],
] as const)("how far a goal has come is read out in the number of its tokens (%s)", (language, one, many) => {
  const goal = { title: { en: "A song", es: "Una canción" }, reached: 0 };
  for (const [target, text] of [
    [1, one],
    [1_200, many],
  ] as const) {
    openPage(<GoalBar goal={{ ...goal, target } as never} />, {}, { language });
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe(text);
    closePage();
  }
});
