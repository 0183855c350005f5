import { expect, type Locator } from "@playwright/test";
import type { Visitor } from "./visitor.ts";

/** The footer below a list that is whole: until then, more of the list moves it away from anybody who comes near. */
export async function restingFooter({ page, words }: Visitor): Promise<Locator> {
  const footer = page.getByRole("contentinfo");
  await expect(async () => {
    await footer.scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: words("common_show_more") })).toHaveCount(0, {
      timeout: 500,
    });
  }).toPass();
  return footer;
}
