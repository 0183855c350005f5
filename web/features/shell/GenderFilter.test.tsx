// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { GenderFilter } from "./GenderFilter.tsx";

afterEach(closePage);

const genders = [1, 2, 3].map((id) => ({ id, name_en: `Gender ${id}`, name_es: `Género ${id}` }));
const answers = {
  "GET /api/gender": { data: genders, links: { next: null }, meta: { current_page: 1, last_page: 1 } },
};
const chosen = (id: number) => screen.findByRole("radio", { name: `Gender ${id}`, checked: true });

test("R-LIST-15, R-LIST-16: an address names the gender before the visit's choice does, and says a new choice", async () => {
  const page = openPage(<GenderFilter />, answers, { signedIn: false, at: "/?gender=3&tag=calm&page=2" });
  await chosen(3);
  await page.user.click(screen.getByRole("radio", { name: "Gender 2" }));
  await chosen(2);
  expect(page.path()).toBe("/?gender=2&tag=calm");
  expect(document.cookie).toContain("gender=2");
  await page.go("/trending");
  await chosen(2);
  await page.go("/settings");
  await page.user.click(screen.getByRole("radio", { name: "Gender 1" }));
  await chosen(1);
  expect(page.path()).toBe("/settings");
});
