// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { Field, SelectField, TextAreaField } from "./Field.tsx";
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

/** Controlled fields, and what is known of them. */
function Form({ kind = "all" }: { kind?: string }) {
  const [typed, setTyped] = useState({ name: "Jo", words: "", kind });
  const put = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  return (
    <>
      <Field label="Name" value={typed.name} onChange={({ target }) => put({ name: target.value })} />
      <TextAreaField
        label="Words"
        value={typed.words}
        onChange={({ target }) => put({ words: target.value })}
      />
      <SelectField label="Kind" value={typed.kind} onChange={({ target }) => put({ kind: target.value })}>
        <option value="all">All</option>
        <option value="tips">Tips</option>
      </SelectField>
      <output>{Object.values(typed).join()}</output>
    </>
  );
}

const known = () => screen.getByRole("status").textContent;
const shown = () =>
  ["Name", "Words", "Kind"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value).join();

test("what is typed and chosen in fields before the page is hydrated is known to it, all of it", () => {
  hydratePage(<Form />, (served) => {
    for (const [label, value] of Object.entries({ Name: "Joan", Words: "rude", Kind: "tips" }))
      within(served).getByLabelText<HTMLInputElement>(label).value = value;
  });
  expect([known(), shown()]).toEqual(["Joan,rude,tips", "Joan,rude,tips"]);
});

test("fields that nobody touches before the page is hydrated, or that come later, stay as they are", () => {
  hydratePage(<Form />, () => {});
  expect([known(), shown()]).toEqual(["Jo,,all", "Jo,,all"]);
  closePage();
  openPage(<Form kind="unknown" />, {});
  expect(known()).toBe("Jo,,unknown");
});
