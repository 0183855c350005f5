// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { FavoriteButton } from "./FavoriteButton.tsx";

afterEach(closePage);

test.each([
  [false, "Add to favorites"],
  [true, "Remove from favorites"],
])(
  "the heart of a room (liked: %s) is called by what a press does, and not pressed as well",
  (liked, name) => {
    openPage(<FavoriteButton modelId={2} liked={liked} />, {});
    expect(screen.getByRole("button", { name }).hasAttribute("aria-pressed")).toBe(false);
  },
);
