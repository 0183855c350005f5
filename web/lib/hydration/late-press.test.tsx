// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepLatePresses } from "./late-press.ts";
import { lazily } from "./later.tsx";

test("a press on a part of the page whose code is still on its way is done once, as soon as it is there", async () => {
  const press = vi.fn<() => void>();
  const Part = () => (
    <button type="button" onClick={press}>
      Resend
    </button>
  );
  const code = Promise.withResolvers<typeof Part>();
  const Late = lazily(() => code.promise);
  const box = document.createElement("div");
  document.body.append(box);
  // What the server has drawn, where the code is at hand.
  box.innerHTML = renderToString(
    <Suspense>
      <Part />
    </Suspense>,
  );
  keepLatePresses();
  const root = hydrateRoot(
    box,
    <Suspense>
      <Late />
    </Suspense>,
  );
  onTestFinished(() => {
    root.unmount();
    box.remove();
  });
  screen.getByRole("button").click();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  expect(press).not.toHaveBeenCalled();
  await act(async () => code.resolve(Part));
  await waitFor(() => expect(press).toHaveBeenCalledOnce());
  screen.getByRole("button").click();
  expect(press).toHaveBeenCalledTimes(2);
});
