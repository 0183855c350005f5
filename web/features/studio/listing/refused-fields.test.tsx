// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import type { AppEndpoint } from "#contract/contract.ts";
import type { StudioRates } from "#contract/paid-shows.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { RatesDialog } from "../rates/RatesDialog.tsx";
import { RoomDialog } from "../room/RoomDialog.tsx";
import { NewPromoDialog } from "../shows/NewPromoDialog.tsx";
import { PersonDialog } from "./PersonDialog.tsx";
import { TextsDialog } from "./TextsDialog.tsx";

afterEach(closePage);

const nothing = () => {};
const listing = {
  artistic_name: "Ana",
  bio: { en: "I sing.", es: "Canto." },
  tags: [],
  languages: [],
  hair: [],
  birth_date: "2015-03-04",
  country: "US",
  gender_id: 1,
} as never;
const rates: StudioRates = {
  private: 60,
  vip: 90,
  spy: 10,
  minimum: 30,
  spies_allowed: true,
  two_way_allowed: true,
};
const studio = { topic: { en: "Chess", es: "Ajedrez" }, goal: null, slow_seconds: 0 } as never;
const genders = { "GET /api/gender": { data: [{ id: 1, name_en: "Female", name_es: "Mujer" }] } as never };

type Form = {
  form: ReactNode;
  endpoint: AppEndpoint;
  /** The field that the server names, and the label under which the person reads it. */
  field: string;
  label: string;
  /** Fields of which the server need not complain before the form is sent. */
  typed?: Record<string, string>;
};

test.each<Form>([
  {
    form: <PersonDialog page={listing} onClose={nothing} />,
    endpoint: "POST /api/studio/listing",
    field: "birth_date",
    label: "Birth date",
  },
  {
    form: <TextsDialog page={listing} onClose={nothing} />,
    endpoint: "POST /api/studio/listing",
    field: "artistic_name",
    label: "Your name for fans",
  },
  {
    form: <RatesDialog rates={rates} onClose={nothing} />,
    endpoint: "POST /api/studio/rates",
    field: "minimum",
    label: "Minimum charge",
  },
  {
    form: <RoomDialog studio={studio} onClose={nothing} />,
    endpoint: "POST /api/studio/room",
    field: "topic",
    label: "Topic in Spanish",
  },
  {
    form: <NewPromoDialog onMade={nothing} onClose={nothing} />,
    endpoint: "POST /api/studio/promos",
    field: "email",
    label: "Fan’s email",
    typed: { "Fan’s email": "ana@fans.example" },
  },
])("what the server refuses of $field in the studio stands under its field, once", async (form) => {
  const refused = { code: "invalid", message: "Not so.", errors: { [form.field]: ["This will not do."] } };
  const page = openPage(form.form, { ...genders, [form.endpoint]: () => ({ status: 422, body: refused }) });
  for (const [label, text] of Object.entries(form.typed ?? {}))
    await page.user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: /^(Save|Make|Create)/ }));
  const field = dialog.getByLabelText(new RegExp(`^${form.label}`));
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain("This will not do.");
  expect(page.toasts()).toEqual([]);
});

test("a refusal of the studio that names no field of the form is a toast", async () => {
  const refused = { code: "listing_fixed", message: "Your birth date is checked and fixed." };
  const page = openPage(<PersonDialog page={listing} onClose={nothing} />, {
    ...genders,
    "POST /api/studio/listing": () => ({ status: 409, body: refused }),
  });
  await page.user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(page.toasts()).toEqual(["Your birth date is checked and fixed."]));
});
