// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, data, useRouteError } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorPage } from "./ErrorPage.tsx";

afterEach(cleanup);

const fallback = "An error occurred while showing the error page";
const wordsOf = (html: string) => {
  expect(html).toMatch(/<a href="\/"[^>]*>Go back to home<\/a>/);
  return [...html.matchAll(/<(?:p class="text-\[64px\]|h1)[^>]*>([^<]*)</g)].map(([, text]) => text);
};
const shown = (error: unknown) => wordsOf(renderToStaticMarkup(<ErrorPage error={error} />));

/** The page that stands in place of one whose reading throws an answer. */
async function shownFor(thrown: Response | ReturnType<typeof data>) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Page = createRoutesStub([
    {
      path: "/",
      loader: () => {
        throw thrown;
      },
      ErrorBoundary: () => <ErrorPage error={useRouteError()} />,
      Component: () => null,
      HydrateFallback: () => null,
    },
  ]);
  const page = render(<Page />);
  await screen.findByRole("heading");
  const words = wordsOf(page.container.innerHTML);
  page.unmount();
  vi.restoreAllMocks();
  return words;
}

test("R-ERR-25: what a route throws is shown by status and message, with the way home", async () => {
  expect(shown({ status: 500, message: "x" })).toEqual(["500", "x"]);
  expect(await shownFor(data("Not now.", 503))).toEqual(["503", "Not now."]);
  const badGateway = { status: 502, statusText: "Bad Gateway" };
  expect(await shownFor(data({ message: "The bank is away." }, badGateway))).toEqual([
    "502",
    "The bank is away.",
  ]);
  expect(await shownFor(data(null, { status: 422 }))).toEqual(["422", "We can’t show this address"]);
  expect(await shownFor(data(null, badGateway))).toEqual(["502", "Bad Gateway"]);
});

test("R-ERR-25: without anything to say, and for a bug, whose words are not for people, a fallback stands there", async () => {
  for (const error of [undefined, null, "x", {}, new Error("select secret from accounts")])
    expect(shown(error)).toEqual(["500", fallback]);
  expect(await shownFor(new Response(null, { status: 500 }))).toEqual(["500", fallback]);
});
