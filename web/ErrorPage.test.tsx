import { renderToStaticMarkup } from "react-dom/server";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { ErrorPage } from "./ErrorPage.tsx";

const fallback = "An error occurred while showing the error page";
const shown = (error: unknown) => {
  const html = renderToStaticMarkup(<ErrorPage error={error} />);
  expect(html).toMatch(/<a href="\/"[^>]*>Go back to home<\/a>/);
  return [...html.matchAll(/<(?:p class="text-\[64px\]|h1)[^>]*>([^<]*)</g)].map(([, text]) => text);
};

test("R-ERR-25: what a route throws is shown by status and message, with the way home", () => {
  expect(shown({ status: 500, message: "x" })).toEqual(["500", "x"]);
  expect(shown(new ErrorResponse(503, "", "Not now."))).toEqual(["503", "Not now."]);
  expect(shown(new ErrorResponse(502, "Bad Gateway", { message: "The bank is away." }))).toEqual([
    "502",
    "The bank is away.",
  ]);
  expect(shown(new ErrorResponse(502, "Bad Gateway", null))).toEqual(["502", "Bad Gateway"]);
});

test("R-ERR-25: without anything to say, and for a bug, whose words are not for people, a fallback stands there", () => {
  for (const error of [undefined, null, "x", {}, new Error("select secret from accounts")])
    expect(shown(error)).toEqual(["500", fallback]);
  expect(shown(new ErrorResponse(500, "", null))).toEqual(["500", fallback]);
});
