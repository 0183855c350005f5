// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AdminModel } from "#contract/admin.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ModelRow } from "./ModelRow.tsx";

afterEach(closePage);

const luna: AdminModel = {
  ...{ id: 4, login: "luna", artistic_name: "Luna", avatar: null, status: "stopped", stream_type: "public" },
  ...{ hidden: false, suspended: false, listing: "approved", watchers: 0, last_connection: null },
} as never;

/** The buttons and links of the row that are in sight, without the model's name. */
const inSight = () =>
  [...document.querySelectorAll("article button, article a")]
    .filter((element) => !element.closest("[hidden]"))
    .map((element) => element.textContent);

test.each([
  ["listed", {}, "Hide", ["Suspend", "End sessions", "Log"]],
  ["live", { status: "playing" }, "End the stream", ["Hide", "Suspend", "End sessions", "Log"]],
  ["suspended", { suspended: true }, "Restore", ["Log"]],
  [
    ...(["waiting for approval", { listing: "submitted" }, "Review page"] as const),
    ["Approve", "Send back", "Hide", "Suspend", "End sessions", "Log"],
  ],
] as const)(
  "the row of a model who is %s has one action in sight, and a menu of the rest",
  async (_state, change, next, rest) => {
    const page = openPage(<ModelRow model={{ ...luna, ...change } as AdminModel} onAction={() => {}} />, {});
    expect(inSight()).toEqual([next, "More actions for Luna"]);
    await page.user.click(screen.getByRole("button", { name: "More actions for Luna" }));
    expect(inSight()).toEqual([next, "More actions for Luna", ...rest]);
  },
);

test("an entry of the menu does what it says, and gives the focus back to the menu", async () => {
  const onAction = vi.fn();
  const page = openPage(<ModelRow model={luna} onAction={onAction} />, {});
  const more = screen.getByRole("button", { name: "More actions for Luna" });
  await page.user.click(more);
  await page.user.click(screen.getByRole("button", { name: "Suspend: Luna" }));
  expect(onAction.mock.calls).toEqual([["suspend"]]);
  expect(document.activeElement).toBe(more);
});
