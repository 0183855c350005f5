// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { Stepper } from "./fields/Stepper.tsx";
import { Switch } from "./fields/Switch.tsx";
import { Dialog } from "./overlays/Dialog.tsx";
import { keepFocusInside } from "./use-focus.ts";

afterEach(closePage);

function List({ asks = false }: { asks?: boolean }) {
  const [names, setNames] = useState(["one", "two", "three"]);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (gone: string) => setNames(names.filter((name) => name !== gone));
  return (
    <main ref={keepFocusInside}>
      <button type="button" onClick={() => setNames([])}>
        Remove all
      </button>
      <section aria-label="Names">
        {names.length > 0 && (
          <ul>
            {names.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => (asks ? setAsked(name) : remove(name))}>
                  Remove {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title="Sure?">
        <button
          type="button"
          onClick={() => {
            remove(asked ?? "");
            setAsked(null);
          }}
        >
          Yes
        </button>
      </Dialog>
    </main>
  );
}

const focused = () =>
  document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
const press = (name: string) => {
  screen.getByRole("button", { name }).focus();
  return (page: ReturnType<typeof openPage>) => page.user.keyboard("{Enter}");
};

test("of a list whose row goes with the focus the next row has it, else the one before, else what the list was in", async () => {
  const page = openPage(<List />, {});
  await press("Remove two")(page);
  await waitFor(() => expect(focused()).toBe("Remove three"));
  expect(document.activeElement?.tagName).toBe("LI");
  await page.user.tab();
  expect(document.activeElement?.tagName).toBe("BUTTON");
  await press("Remove three")(page);
  await waitFor(() => expect(focused()).toBe("Remove one"));
  await press("Remove one")(page);
  await waitFor(() => expect(focused()).toBe("Names"));
});

test("who has gone elsewhere keeps the focus there, and who has it nowhere is not given it", async () => {
  const page = openPage(<List />, {});
  screen.getByRole("button", { name: "Remove two" }).focus();
  await press("Remove all")(page);
  expect(focused()).toBe("Remove all");
  closePage();
  openPage(<List />, {});
  const two = screen.getByRole("button", { name: "Remove two" });
  two.focus();
  two.blur();
  await new Promise((resolve) => setTimeout(resolve, 5));
  act(() => screen.getByRole("button", { name: "Remove all" }).click());
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(document.activeElement).toBe(document.body);
});

test("a dialog that has removed the row from which it was opened gives the focus to the next row", async () => {
  const page = openPage(<List asks />, {});
  await press("Remove one")(page);
  await screen.findByRole("dialog");
  await press("Yes")(page);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(focused()).toBe("Remove two"));
});

function Pressed() {
  const [value, setValue] = useState(2);
  const [changes, setChanges] = useState(0);
  return (
    <>
      <Stepper label="How many" value={value} min={1} max={2} onChange={setValue} />
      <Switch label="Tell me" checked={false} busy={changes > 0} onChange={() => setChanges(changes + 1)} />
      <output>{changes}</output>
    </>
  );
}

test("a control that can no more be pressed refuses presses and keeps the focus", async () => {
  const page = openPage(<Pressed />, {});
  const less = screen.getByRole<HTMLButtonElement>("button", { name: "Less" });
  await page.user.dblClick(less);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("1");
  expect(less.getAttribute("aria-disabled")).toBe("true");
  expect(less.disabled).toBe(false);
  const notify = screen.getByRole<HTMLInputElement>("switch");
  await page.user.dblClick(notify);
  expect(screen.getByRole("status").textContent).toBe("1");
  expect(notify.getAttribute("aria-disabled")).toBe("true");
  expect(notify.disabled).toBe(false);
});
