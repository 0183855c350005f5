// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { DeviceRefused } from "./DeviceRefused.tsx";

afterEach(closePage);

test.each([
  ["en", "busy", /couldn’t start.*stays on/],
  ["en", "denied", /is blocking.*stays on/],
  ["es", "busy", /no pudo encenderse.*sigue/],
  ["es", "missing", /ya no está.*sigue/],
] as const)(
  "a model reads why the other camera is not used while the first one goes on (%s, %s)",
  (language, refusal, text) => {
    openPage(<DeviceRefused phase="ready" refusal={refusal} />, {}, { language });
    expect(screen.getByRole("alert").textContent).toMatch(text);
  },
);

test("nothing is said while all is well, or where the stage says that there is no camera at all", () => {
  openPage(
    <>
      <DeviceRefused phase="ready" refusal={null} />
      <DeviceRefused phase="refused" refusal="busy" />
    </>,
    {},
  );
  expect(screen.queryByRole("alert")).toBeNull();
});
