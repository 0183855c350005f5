// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { HideScreen } from "./Afterwards.tsx";
import { OfflineBar } from "./OfflineBar.tsx";

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

afterEach(async () => {
  vi.restoreAllMocks();
  // While the page still listens: the queries of all later ones would wait for a connection.
  act(() => void dispatchEvent(new Event("online")));
  closePage();
  // A layer that is taken down gives the focus away in the next task: the next page must not lose it by that.
  await nextTask();
});

type Layer = (layer: Parameters<typeof Sheet>[0]) => React.ReactNode;
const layers: Record<string, Layer> = {
  dialog: Dialog,
  sheet: Sheet,
  "sheet beside what can be used": (layer) => <Sheet {...layer} modeless />,
};

/** A page under a layer, and all that lies over layers. */
async function openUnder(Layer: Layer) {
  function Page() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <button type="button">Beside it</button>
        <Layer open={open} onClose={() => setOpen(false)} title="Invited">
          <input aria-label="Card" />
        </Layer>
      </>
    );
  }
  const { client } = scriptedClient();
  const page = openPage(
    <RealtimeProvider ticket={async () => ({ ticket: "t" })} client={client}>
      <Page />
      <OfflineBar />
      <HideScreen />
    </RealtimeProvider>,
    {},
  );
  await screen.findByRole("dialog", { name: "Invited" });
  // A layer takes presses outside from the next task on.
  await nextTask();
  return page;
}

const button = (name: string) => screen.getByRole("button", { name });
const isOpen = () => screen.queryByRole("dialog", { name: "Invited" }) !== null;

test.each(Object.entries(layers))(
  "a press on a notice, however it ends, leaves an open %s",
  async (_, layer) => {
    const { user, toasts } = await openUnder(layer);
    const run = vi.fn();
    act(() => void toast({ kind: "info", text: "Luna writes", open: { label: "Open the chat", run } }));
    await user.click(button("Open the chat"));
    expect(run).toHaveBeenCalledOnce();
    act(() => void toast({ kind: "info", text: "Saved" }));
    await user.click(screen.getByText("Saved"));
    await user.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    expect(toasts()).toEqual([]);
    expect(isOpen()).toBe(true);
    await user.click(screen.getByText("Beside it"));
    await waitFor(() => expect(isOpen()).toBe(false));
  },
);

test.each(Object.entries(layers))("trying for a connection leaves an open %s", async (_, layer) => {
  const { user } = await openUnder(layer);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  await user.click(await screen.findByRole("button", { name: "Try now" }));
  expect(isOpen()).toBe(true);
});

test.each(Object.entries(layers))(
  "showing the page again that one key has hidden leaves an open %s",
  async (_, layer) => {
    const { user } = await openUnder(layer);
    await user.keyboard("{F8}");
    const notes = await screen.findByText("Notes");
    await user.click(notes);
    await waitFor(() => expect(screen.queryByText("Notes")).toBeNull());
    expect(isOpen()).toBe(true);
  },
);
