// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage } from "#testing/component/page.tsx";
import {
  field,
  fill,
  fillForm,
  good,
  openCheckout,
  openForm,
  order,
  proceed,
  radio,
} from "#testing/web/checkout/checkout.tsx";
import { pack, packages, promo } from "#testing/web/checkout/packages.ts";

afterEach(closePage);

test("R-PAY-04, R-PAY-05, R-PAY-07: step 1 has a card for each package but the promo's, and one button that wants a package and a method", async () => {
  const { user } = openCheckout({ offer: promo });
  await screen.findByRole("timer");
  const grid = screen.getAllByRole("radio", { name: /^\d+ Tokens,/ });
  expect(grid.map((card) => card.getAttribute("aria-label")?.split(",")[0])).toEqual([
    "100 Tokens",
    "500 Tokens",
  ]);
  expect(proceed()).toHaveProperty("disabled", true);
  await user.click(radio(/^100 Tokens/));
  await user.click(radio("PayPal"));
  expect(screen.queryByRole("group", { name: "Method" })).toBeNull();
  expect(proceed()).toHaveProperty("disabled", true);
  await user.click(radio("Card"));
  expect(screen.getByRole("group", { name: "Method" })).toBeTruthy();
  await user.click(proceed());
  expect(screen.getByRole("heading", { name: /^Checkout/ })).toBeTruthy();
});

test("R-PAY-04, R-PAY-07: without an offer of the day every package has a card and nothing counts down", async () => {
  openCheckout();
  await screen.findByRole("radio", { name: /^250 Tokens/ });
  expect(screen.getAllByRole("radio", { name: /^\d+ Tokens,/ })).toHaveLength(packages.length);
  expect(screen.queryByRole("timer")).toBeNull();
});

test("R-PAY-08, R-PAY-11, R-PAY-12, R-PAY-13, R-PAY-26: step 2 has the type, its methods and the card form between Back and the order", async () => {
  const { user } = await openForm();
  const types = within(screen.getByRole("group", { name: "Payment type" })).getAllByRole("radio");
  expect(types).toHaveLength(3);
  const crypto = radio(/^Crypto/);
  expect(crypto).toHaveProperty("disabled", true);
  await user.click(crypto);
  expect(radio("Card")).toHaveProperty("checked", true);
  expect(within(screen.getByRole("group", { name: "Method" })).getAllByRole("radio")).toHaveLength(2);
  for (const method of ["Credit Card", "Debit Card"]) expect(screen.getByText(method)).toBeTruthy();
  expect(field("Country").value).toBe("US");
  expect(screen.getByRole("button", { name: "Back" })).toBeTruthy();
  expect(order()).toBeTruthy();
  await user.click(radio("PayPal"));
  expect(screen.queryByLabelText("Card number")).toBeNull();
  expect(screen.getByText("PayPal isn’t available right now. Please choose Card.")).toBeTruthy();
  expect(order()).toHaveProperty("disabled", true);
});

test("R-PAY-26: a country is asked for in step 2 alone, that of the bill; nobody is asked where they live", async () => {
  const { user } = openCheckout({ viewer: { country: "" } });
  await user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  expect(screen.queryByLabelText(/^Country/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^Paying from/ })).toBeNull();
  await user.click(proceed());
  expect(screen.getAllByLabelText(/^Country/)).toEqual([field("Country")]);
  expect(field("Country").value).toBe("US");
});

test("R-PAY-14: only where a country has ways to pay of its own is a fan without a country asked for it, by one press", async () => {
  const { user, callsOf } = openCheckout({ viewer: { country: "" }, data: { regional_countries: ["CO"] } });
  await user.click(await screen.findByRole("button", { name: "Paying from Colombia?" }));
  await waitFor(() =>
    expect(callsOf("POST /api/fan/set-country").map(({ body }) => body)).toEqual([{ country: "CO" }]),
  );
});

test("R-PAY-07, R-PAY-10: nothing is chosen beforehand, and what most fans choose is one press away", async () => {
  const popular = { ...pack(3, 500, 44.99), popular: true };
  const { user } = openCheckout({ data: { packages: [pack(1, 100, 9.99), popular] } });
  const popularButton = await screen.findByRole("button", { name: /^500 tokens · \$44\.99/ });
  expect(screen.queryByRole("radio", { name: /tokens/i, checked: true })).toBeNull();
  expect(proceed()).toHaveProperty("disabled", true);
  await user.click(popularButton);
  expect(screen.getByRole("radio", { name: /^500 Tokens/ })).toHaveProperty("checked", true);
  expect(proceed()).toHaveProperty("disabled", false);
});

test("R-PAY-15, R-PAY-19, R-PAY-20, R-PAY-21, R-PAY-22, R-PAY-23, R-PAY-24, R-PAY-25, R-PAY-28: a required field that is left empty says so, and only then", async () => {
  await openForm();
  for (const [label, text] of [
    ["Card number", "Card number is required"],
    ["Expiration date", "Expiration date is required"],
    ["CVV", "CVV is required"],
    ["Cardholder name", "Cardholder name is required"],
    ["Address", "Address is required"],
    ["City", "City is required"],
    ["State", "State must be 2 characters"],
    ["ZIP/Postal code", "ZIP/Postal code is required"],
  ] as const) {
    field(label).focus();
    expect(screen.queryByText(text)).toBeNull();
    fireEvent.blur(field(label));
    await screen.findByText(text);
    expect(describedBy(field(label))).toBe(text);
    expect(field(label).getAttribute("aria-invalid")).toBe("true");
  }
});

test("R-PAY-16, R-PAY-17, R-PAY-19, R-PAY-20, R-PAY-28: what is typed wrongly is said when the field is left, and the word goes as soon as it is mended", async () => {
  const { user } = await openForm();
  for (const [label, wrong, text, right] of [
    ["Card number", "424242424242", "Please enter a valid card number", "4242424242424242"],
    ["Expiration date", "13/27", "Please enter MM/YY format", "12/39"],
    ["CVV", "12", "CVV must be at least 3 digits", "123"],
    ["Email", "nobody", "Please enter a valid email", "jo@example.test"],
  ] as const) {
    fill(label, "");
    await user.type(field(label), wrong);
    expect(screen.queryByText(text)).toBeNull();
    await user.tab();
    await screen.findByText(text);
    expect(describedBy(field(label))).toBe(text);
    fill(label, right);
    expect(screen.queryByText(text)).toBeNull();
  }
  expect(field("Card number").value).toBe("4242 4242 4242 4242");
});

test.each([
  ["3/39", "03/39"],
  ["1/39", "01/39"],
  ["3/2039", "03/39"],
  ["2039-03", "03/39"],
  ["203903", "03/39"],
  ["０３／３９", "03/39"],
])(
  "R-PAY-20: a date typed as %j stands there as %j once it is left, and is a good one",
  async (typed, shown) => {
    const { user } = await openForm();
    const expiry = field("Expiration date");
    await user.type(expiry, typed);
    await user.tab();
    expect(expiry.value).toBe(shown);
    expect(expiry.getAttribute("aria-invalid")).not.toBe("true");
  },
);

test("R-PAY-20: a date that is past says that the card has expired; a digit mended in the middle leaves the caret there", async () => {
  const { user } = await openForm();
  const expiry = field("Expiration date");
  await user.type(expiry, "12/20");
  await user.tab();
  expect(describedBy(expiry)).toBe("This card has expired");
  await user.type(expiry, "{Backspace}", { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect([expiry.value, expiry.selectionStart]).toEqual(["12/0", 3]);
  await user.keyboard("3");
  expect([expiry.value, expiry.selectionStart]).toEqual(["12/30", 4]);
  expect(expiry.getAttribute("aria-invalid")).not.toBe("true");
});

test("R-PAY-27, R-PAY-29, R-PAY-30: the order waits for every required field and for the terms, which are linked; the phone may stay empty", async () => {
  const page = await openForm();
  fillForm();
  expect(field(/^Phone/).value).toBe("");
  expect(order()).toHaveProperty("disabled", false);
  for (const [label, text] of good) {
    fill(label, "");
    expect(order(), `without ${label}`).toHaveProperty("disabled", true);
    fill(label, text);
    expect(order()).toHaveProperty("disabled", false);
  }
  await page.user.click(screen.getByRole("checkbox"));
  expect(order()).toHaveProperty("disabled", true);
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["/terms-of-service", "/privacy-policy"]);
});

test("R-PAY-09, R-PAY-10: Back keeps the package and what was typed, closing forgets everything", async () => {
  const page = await openForm();
  fillForm();
  await page.user.click(screen.getByRole("button", { name: "Back" }));
  expect(radio(/^100 Tokens/)).toHaveProperty("checked", true);
  await page.user.click(proceed());
  expect(field("Card number").value).toBe("4242 4242 4242 4242");
  expect(field("Cardholder name").value).toBe("Jo Example");
  expect(screen.getByRole("checkbox")).toHaveProperty("checked", true);
  expect(order()).toHaveProperty("disabled", false);
  await page.user.click(screen.getByRole("button", { name: "Close" }));
  expect(page.onClose).toHaveBeenCalledOnce();
  page.close();
  await openForm();
  expect(field("Card number").value).toBe("");
  expect(field("Cardholder name").value).toBe("");
});

test("R-PAY-14, R-ROLE-13, R-AMB-31: what Colombia has is asked for and listed for Colombian fans only", async () => {
  const { user, calls, close } = openCheckout({ viewer: { isColombian: true } });
  await user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  await user.click(radio("Local"));
  const methods = within(screen.getByRole("group", { name: "Method" }));
  expect(methods.getAllByRole<HTMLInputElement>("radio").map(({ checked }) => checked)).toEqual([false]);
  expect(proceed()).toHaveProperty("disabled", true);
  await user.click(radio("PSE"));
  expect(proceed()).toHaveProperty("disabled", false);
  const asked = () => calls.filter((path) => path.includes("payment-methods"));
  expect(asked()).toEqual(["/api/directa24/payment-methods?countryCode=CO"]);
  close();

  const other = openCheckout();
  await screen.findByRole("radio", { name: /^100 Tokens/ });
  expect(within(screen.getByRole("group", { name: "Payment type" })).getAllByRole("radio")).toHaveLength(3);
  expect(other.calls.filter((path) => path.includes("payment-methods"))).toEqual([]);
});

test("R-PAY-01: where no gateway takes payments the checkout says that purchases are not open yet", async () => {
  openCheckout({
    answers: {
      "GET /api/token-packages": {
        success: true,
        data: {
          packages,
          promo: null,
          descriptor: "FNL",
          open: false,
          card: "none",
          hosted_fields: null,
          regional_countries: [],
          saves_cards: false,
          retry_after: null,
        },
      },
    },
  });
  expect(await screen.findByText("You can’t buy tokens yet.")).toBeTruthy();
  expect(screen.queryByRole("radio", { name: /Tokens/ })).toBeNull();
  expect(proceed()).toHaveProperty("disabled", true);
});

test.each([
  [200, null, /^500 Tokens/],
  [200, promo, /250/],
  [10, null, /^100 Tokens/],
] as const)(
  "of what costs %s tokens too many the smallest package on sale that is enough is chosen, until the fan chooses another",
  async (missing, offer, enough) => {
    const all = [packages[0], packages[2]].flatMap((one) => one ?? []);
    const { user } = openCheckout({
      viewer: { balance: 63 },
      needed: 63 + missing,
      offer,
      answers: {
        "GET /api/token-packages": {
          success: true,
          data: {
            packages: all,
            promo: offer,
            descriptor: "",
            open: true,
            card: "fields",
            hosted_fields: null,
            regional_countries: [],
            saves_cards: false,
            retry_after: null,
          },
        },
      },
    });
    await waitFor(() => expect(radio(enough)).toHaveProperty("checked", true));
    await screen.findByText(`This costs ${63 + missing} tokens and you have 63. Choose a package.`);
    const other = missing === 10 ? /^500 Tokens/ : /^100 Tokens/;
    await user.click(radio(other));
    expect(radio(other)).toHaveProperty("checked", true);
  },
);

test("R-OPEN-65: the package that was offered by name is chosen; one that is not on sale any more is not", async () => {
  const named = packages.find(({ tokens }) => tokens === 500);
  openCheckout({ offerId: named?.id ?? 0 });
  await waitFor(() => expect(radio(/^500 Tokens/)).toHaveProperty("checked", true));
  closePage();
  openCheckout({ offerId: 999 });
  await screen.findByRole("radio", { name: /^500 Tokens/ });
  expect(radio(/^500 Tokens/)).toHaveProperty("checked", false);
});

/** The description of a field besides its label. */
function describedBy(element: HTMLElement): string | null {
  const id = element.getAttribute("aria-describedby");
  return id === null ? null : (document.getElementById(id)?.textContent ?? null);
}

test("R-LIVE-35: beside a running show the checkout dims nothing and takes no press of the stage, yet keeps the focus and Escape", async () => {
  const { user, onClose } = openCheckout({ beside: true });
  const dialog = await screen.findByRole("dialog");
  const cover = dialog.parentElement;
  expect(dialog.dataset["beside"]).toBe("true");
  expect(cover?.className).not.toContain("--scrim");
  expect(cover?.style.pointerEvents).toBe("none");
  expect(dialog.style.pointerEvents).toBe("auto");
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.click(await screen.findByRole("radio", { name: /^100 Tokens/ }));
  const scrolled = vi.spyOn(dialog, "scrollTo");
  await user.click(proceed());
  expect(screen.getByRole("heading", { name: /^Checkout/ })).toBeTruthy();
  expect(scrolled, "the second step is read from its beginning").toHaveBeenCalledWith(0, 0);
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  closePage();
  openCheckout();
  const centred = await screen.findByRole("dialog");
  expect(centred.dataset["beside"]).toBeUndefined();
  expect(centred.parentElement?.className).toContain("--scrim");
});
