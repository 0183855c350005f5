// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { GoalBar, GoalSteps } from "./GoalBar.tsx";

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

test("a goal is drawn in four steps of whole tokens, of which those that are reached are full", () => {
  const goal = { title: { en: "A song", es: "Una canción" }, reached: 300, target: 500 };
  openPage(<GoalSteps goal={goal} />, {});
  const bar = screen.getByRole("progressbar", { name: /A song/ });
  const widths = Array.from(
    bar.children,
    ({ firstElementChild }) => (firstElementChild as HTMLElement).style.width,
  );
  expect(widths).toEqual(["100%", "100%", "40%", "0%"]);
  expect(bar.nextElementSibling?.textContent).toBe("125250375500");
  screen.getByText("200 tokens to go");
});

test("a goal of fewer tokens than steps has a step for each", () => {
  openPage(<GoalSteps goal={{ title: { en: "A song", es: "Una canción" }, reached: 2, target: 2 }} />, {});
  expect(screen.getByRole("progressbar").children).toHaveLength(2);
  screen.getByText("Reached");
});
