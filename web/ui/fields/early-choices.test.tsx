// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage } from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { Switch } from "./Switch.tsx";

afterEach(closePage);

/** A switch whose changes are listed; it follows them, or stays as it is. */
function Followed({ follows, busy = false }: { follows: boolean; busy?: boolean }) {
  const [changes, setChanges] = useState<boolean[]>([]);
  return (
    <>
      <Switch
        label="Alerts"
        checked={follows && (changes.at(-1) ?? false)}
        busy={busy}
        onChange={(on) => setChanges([...changes, on])}
      />
      <output>{changes.join()}</output>
    </>
  );
}

const control = () => screen.getByRole<HTMLInputElement>("switch", { name: "Alerts" });
const state = () => [control().checked, control().getAttribute("aria-checked")];
const press = (served: HTMLElement) => within(served).getByRole("switch").click();

test("a switch pressed before the page is hydrated is turned, and shows what came of it", async () => {
  const { user } = hydratePage(<Followed follows />, press);
  expect(screen.getByRole("status").textContent).toBe("true");
  expect(state()).toEqual([true, "true"]);
  await user.click(control());
  expect(screen.getByRole("status").textContent).toBe("true,false");
  expect(state()).toEqual([false, "false"]);
});

test("a switch whose early press changes nothing, or that takes none, stands as it is", () => {
  hydratePage(<Followed follows={false} />, press);
  expect(screen.getByRole("status").textContent).toBe("true");
  expect(state()).toEqual([false, "false"]);
  closePage();
  hydratePage(<Followed follows busy />, press);
  expect(screen.getByRole("status").textContent).toBe("");
  expect(state()).toEqual([false, "false"]);
});

test("a switch that nobody presses before the page is hydrated changes nothing", () => {
  hydratePage(<Followed follows />, () => {});
  expect(screen.getByRole("status").textContent).toBe("");
  expect(control().autocomplete).toBe("off");
});
