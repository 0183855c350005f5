// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { showOf } from "#web/entities/show/testing/show.ts";
import { ShowOver } from "./ShowOver.tsx";

afterEach(closePage);

test("R-OPEN-63: who is charged the minimum is told so, and nobody whose seconds cost as much", () => {
  const end = (spent: number, minimum: number) => ({
    show: showOf({ state: "ended", served_seconds: 20, rate: 60, spent, minimum }),
    reason: "fan_left" as const,
  });
  const why = /^You agreed to a minimum of 45 tokens\./;
  openPage(<ShowOver over={end(45, 45)} name="Luna" onClose={() => {}} />, {});
  expect(screen.getByText(why)).toBeTruthy();
  closePage();
  openPage(<ShowOver over={end(20, 20)} name="Luna" onClose={() => {}} />, {});
  expect(screen.queryByText(/You agreed to a minimum/)).toBeNull();
});
