// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { StudioPanels } from "./StudioPanels.tsx";

afterEach(closePage);

/** The panels that a phone hides. */
const hidden = () =>
  ["fans", "rates", "gallery"].filter((text) => screen.getByText(text).closest(".max-md\\:hidden"));

test.each([
  ["en", "Stream", "Prices", "Your page"],
  ["es", "Transmisión", "Precios", "Tu página"],
] as const)(
  "a phone shows one group of panels at a time, the broadcast's first (%s)",
  async (language, ...names) => {
    const { user } = openPage(
      <StudioPanels live={<p>fans</p>} prices={<p>rates</p>} page={<p>gallery</p>} />,
      {},
      { language },
    );
    const [live, prices, page] = names.map((name) => screen.getByRole("radio", { name }));
    expect(hidden()).toEqual(["rates", "gallery"]);
    await user.click(prices as HTMLElement);
    expect(hidden()).toEqual(["fans", "gallery"]);
    await user.click(page as HTMLElement);
    expect(hidden()).toEqual(["fans", "rates"]);
    await user.click(live as HTMLElement);
    expect(hidden()).toEqual(["rates", "gallery"]);
  },
);
