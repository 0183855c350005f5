// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { receiptOf, showOf } from "#testing/web/show.ts";
import { RateShow } from "./RateShow.tsx";
import { ReceiptPage } from "./receipt/ReceiptPage.tsx";
import { ShowOver } from "./ShowOver.tsx";

afterEach(closePage);

const rating = "POST /api/fan/shows/{id}/rating" as const;
const receipt = receiptOf(
  showOf({ state: "ended", ended_at: "2026-12-01T00:01:00.000Z", end_reason: "fan_left" }),
  { rating: 4, rating_open: true },
);

const stars = () => screen.queryAllByRole<HTMLInputElement>("radio");
const chosen = () =>
  stars()
    .find(({ checked }) => checked)
    ?.getAttribute("aria-label") ?? null;
const sent = (page: ReturnType<typeof openPage>) => page.callsOf(rating).map(({ body }) => body);
const kept = ({ body }: { body: unknown }): Reply => ({ status: 200, body });
const over = (change: Parameters<typeof showOf>[0] = {}) => (
  <ShowOver
    over={{ show: showOf({ state: "ended", ...change }), reason: "fan_left" }}
    name="Luna"
    onClose={() => {}}
  />
);

test.each([
  ["en", "3 of 5", /^Thanks!/],
  ["es", "3 de 5", /^¡Gracias!/],
] as const)(
  "R-OPEN-63: a fan rates a show that is over by one of five stars, and is thanked (%s)",
  async (language, name, thanks) => {
    const page = openPage(over(), { [rating]: kept }, { language });
    expect(stars()).toHaveLength(5);
    expect(chosen()).toBeNull();
    await page.user.click(screen.getByRole("radio", { name }));
    expect(chosen()).toBe(name);
    await screen.findByText(thanks);
    expect(sent(page)).toEqual([{ rating: 3 }]);
  },
);

test("R-OPEN-63: stars are chosen by keys, and what was passed over while an answer was awaited is not sent", async () => {
  const first = Promise.withResolvers<Reply>();
  let asked = 0;
  const page = openPage(over({ role: "spy" }), {
    [rating]: (call) => (asked++ === 0 ? first.promise : kept(call)),
  });
  screen.getByRole("radio", { name: "1 of 5" }).focus();
  await page.user.keyboard(" ");
  await page.user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(chosen()).toBe("4 of 5");
  expect(sent(page)).toEqual([{ rating: 1 }]);
  first.resolve({ status: 200, body: { rating: 1 } });
  await waitFor(() => expect(sent(page)).toEqual([{ rating: 1 }, { rating: 4 }]));
  expect(chosen()).toBe("4 of 5");
  await waitFor(() => expect(screen.getByText(/^Thanks!/)).toBeTruthy());
});

test("R-OPEN-63: a rating that was refused is taken back and said, and is sent once", async () => {
  const page = openPage(over(), { [rating]: () => ({ status: 503 }) });
  await page.user.click(screen.getByRole("radio", { name: "5 of 5" }));
  await waitFor(() => expect(page.toasts()).toHaveLength(1));
  expect(chosen()).toBeNull();
  expect(sent(page)).toHaveLength(1);
});

test("R-OPEN-63: the receipt has what the fan has said before; it can be changed there", async () => {
  const page = openPage(<ReceiptPage id={5} />, {
    "GET /api/fan/shows/{id}/receipt": receipt,
    [rating]: kept,
  });
  await screen.findAllByRole("radio");
  expect(chosen()).toBe("4 of 5");
  expect(sent(page)).toEqual([]);
  await page.user.click(screen.getByRole("radio", { name: "2 of 5" }));
  await waitFor(() => expect(sent(page)).toEqual([{ rating: 2 }]));
});

test("R-OPEN-66: neither a promo, a show that still runs nor one of long ago is rated", async () => {
  openPage(over({ role: "promo", mode: "promo" }), {});
  expect(stars()).toHaveLength(0);
  closePage();
  const running = { ...receipt, show: showOf(), rating: null };
  openPage(<ReceiptPage id={5} />, { "GET /api/fan/shows/{id}/receipt": running });
  await screen.findByText("Luna");
  expect(stars()).toHaveLength(0);
  closePage();
  openPage(<ReceiptPage id={5} />, { "GET /api/fan/shows/{id}/receipt": { ...receipt, rating_open: false } });
  await screen.findByText("Luna");
  expect(stars(), "a day after its end").toHaveLength(0);
});

test("a star that is pressed again is sent once", async () => {
  const page = openPage(<RateShow showId={5} rating={3} />, { [rating]: kept });
  await page.user.click(screen.getByRole("radio", { name: "3 of 5" }));
  expect(sent(page)).toEqual([]);
});
