// @vitest-environment happy-dom
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { dateTime } from "#web/lib/i18n/format.ts";
import { When } from "./parts.tsx";

afterEach(closePage);

test("a moment is a day in UTC before any script runs, then the hour of who reads it", () => {
  const at = "2026-11-21T12:34:00Z";
  expect(renderToString(<When at={at} />)).toContain(">Nov 21, 2026<");
  openPage(<When at={at} />, {});
  expect(document.querySelector("time")?.textContent).toBe(dateTime(at));
});
