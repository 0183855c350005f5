// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { RatesList } from "./RatesList.tsx";

afterEach(closePage);

const rates = "GET /api/model-rates";

function Profile() {
  const page = useQuery(modelQuery("rosa")).data;
  return page && <RatesList page={page} />;
}

function open(answer: () => Reply) {
  browserQueryClient().setQueryData(modelQuery("rosa").queryKey, rosa);
  return openPage(<Profile />, { "GET /api/token-packages": () => ({ status: 500 }), [rates]: answer });
}
const shown = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);

test("R-PROFILE-05: the profile asks for the rates when it is opened, and shows what they have become elsewhere", async () => {
  const page = open(() => ({ status: 200, body: { private: 90, vip: 120, spy: 20, minimum: 45 } }));
  expect(shown()[0]).toBe("35 tokens/min");
  await waitFor(() =>
    expect(shown()).toEqual(["90 tokens/min", "120 tokens/min", "20 tokens/min", "45 tokens"]),
  );
  expect(page.calls.filter((path) => path.startsWith("/api/model-rates"))).toEqual([
    `/api/model-rates?model_id=${rosa.id}`,
  ]);
  expect(browserQueryClient().getQueryData(modelQuery("rosa").queryKey)).toMatchObject({
    rates: { spy: 20 },
  });
});

test("rates that cannot be read stay those that came with the profile, and nothing is said", async () => {
  const page = open(() => ({ status: 500 }));
  await waitFor(() => expect(page.callsOf(rates)).toHaveLength(1));
  await page.go("/");
  expect(shown()[0]).toBe("35 tokens/min");
  expect(page.toasts()).toEqual([]);
});

test.each([
  [0, /^You only pay for seconds with video\. You see the price/],
  [45, /^You only pay for seconds with video, or the minimum if you end a private or VIP show sooner\./],
])("what is charged is shown with the minimum where there is one: %i tokens", async (minimum, text) => {
  open(() => ({ status: 200, body: { private: 90, vip: 120, spy: 20, minimum } }));
  expect(await screen.findByText(text)).toBeTruthy();
});
