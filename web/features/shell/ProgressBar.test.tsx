import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ProgressBar } from "./ProgressBar.tsx";

test("R-UI-13: a page on its way is shown by a bar that begins after 200 ms and fills over 5000 ms", () => {
  const router = createMemoryRouter([
    { path: "/", Component: ProgressBar },
    { path: "/next", loader: () => new Promise(() => {}), Component: () => null },
  ]);
  const draw = () => renderToStaticMarkup(<RouterProvider router={router} />);
  expect(draw()).toBe("");
  void router.navigate("/next");
  expect(router.state.navigation.state).toBe("loading");
  expect(draw()).toBe(
    '<div aria-hidden="true" class="progress-bar" style="animation-duration:5000ms;animation-delay:200ms"></div>',
  );
  router.dispose();
});
