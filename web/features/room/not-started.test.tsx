// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { NotStarted } from "./NotStarted.tsx";

afterEach(closePage);

test("before a stream has begun its room says when its model was seen last, but not of one who is here now", async () => {
  const answers = { "GET /api/fan/profile": fanProfile() };
  openPage(<NotStarted slug="rosa" model={rosa} />, answers);
  await screen.findByText(/^Last seen .+ ago$/);
  closePage();
  openPage(<NotStarted slug="rosa" model={{ ...rosa, isOnline: true }} />, answers);
  await screen.findByText("Rosa hasn’t started yet");
  expect(screen.queryByText(/^Last seen/)).toBeNull();
});
