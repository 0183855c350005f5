// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ListingReview } from "#contract/listing.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ReviewButton } from "./ReviewButton.tsx";

afterEach(closePage);

const page: ListingReview = {
  ...{ id: 4, login: "luna", artistic_name: "Luna", state: "submitted", note: "", submitted_at: null },
  ...{ bio: { en: "Hi", es: "Hola" }, birth_date: "2000-01-02", age: 26, portrait: null },
  ...{ country: "CO", gender_id: 2, tags: ["chess", "talk"], languages: ["es", "fr"], hair: ["gray"] },
  rates: { private: 60, vip: 90, spy: 20, minimum: 0 },
};
const genders = {
  data: [
    { id: 1, name_en: "Girls", name_es: "Chicas" },
    { id: 2, name_en: "Couples", name_es: "Parejas" },
  ],
  ...{ links: { next: null }, meta: { current_page: 1, last_page: 1 } },
};

async function rows(given: ListingReview, language: "en" | "es" = "en") {
  const { user } = openPage(
    <ReviewButton id={4} name="Luna" />,
    { "GET /api/admin/models/{id}/listing": given, "GET /api/gender": genders },
    { language },
  );
  await user.click(screen.getByRole("button"));
  const dialog = within(await screen.findByRole("dialog"));
  return async (name: string) => (await dialog.findByText(name)).nextElementSibling?.textContent;
}

test.each([
  ["en", "Listed among (cannot change later)", "Couples"],
  ["es", "Aparece entre (no cambia después)", "Parejas"],
] as const)(
  "staff sees in which list a model's page would stand before they approve it (%s)",
  async (language, row, name) => {
    await (
      await rows(page, language)
    )(row);
    expect(await screen.findByText(name)).toBeDefined();
  },
);

test("staff sees by name what a model's page says of the model; what is not given is said to be missing", async () => {
  const valueOf = await rows(page);
  expect(await valueOf("Country")).toBe("Colombia");
  expect(await valueOf("Topics")).toBe("Chess, Talk");
  expect(await valueOf("Languages")).toBe("Spanish, French");
  closePage();
  const missing = await rows({ ...page, country: null, gender_id: null, tags: [], languages: [] });
  for (const name of ["Listed among (cannot change later)", "Country", "Topics", "Languages"])
    expect(await missing(name)).toBe("Not given");
});
