// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { PaymentsPage } from "./payments/PaymentsPage.tsx";

afterEach(closePage);

const payments = (data: object[], current_page: number, last_page: number) => ({
  status: 200,
  body: { data, links: { next: null }, meta: { current_page, last_page } },
});

test("a page behind the last one, as after others have worked it off, leads to the first", async () => {
  const asked: (string | null)[] = [];
  openPage(
    <PaymentsPage />,
    {
      "GET /api/admin/payments": ({ query }) => {
        asked.push(query.get("page"));
        return payments([], Number(query.get("page") ?? 1), 1);
      },
    },
    { at: "/admin/models/payments?page=2" },
  );
  await waitFor(() => expect(asked.at(-1) ?? "1").toBe("1"));
  expect(asked[0]).toBe("2");
});

test("R-UI-01: the field of a search keeps the focus and what is typed on while its answer comes", async () => {
  const page = openPage(
    <PaymentsPage />,
    { "GET /api/admin/payments": () => payments([], 1, 1) },
    { at: "/admin/models/payments" },
  );
  const field = await screen.findByRole<HTMLInputElement>("searchbox");
  await page.user.type(field, "nico{Enter}");
  await waitFor(() => expect(page.callsOf("GET /api/admin/payments").length).toBeGreaterThan(1));
  await page.user.type(field, "2");
  expect(screen.getByRole("searchbox")).toBe(field);
  expect([document.activeElement, field.value]).toEqual([field, "nico2"]);
});
