import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ListingStep, StudioListing } from "#contract/listing.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { ratesQuery } from "../rates/rates-query.ts";
import { RatesDialog } from "../rates/RatesDialog.tsx";
import { listingQuery } from "./listing-query.ts";
import { PersonDialog } from "./PersonDialog.tsx";
import { PictureDialog } from "./PictureDialog.tsx";
import { TextsDialog } from "./TextsDialog.tsx";
import { useListingCommand } from "./use-listing-command.ts";

/** In the order in which they are asked for. */
const listingSteps: readonly ListingStep[] = ["texts", "person", "picture", "rates", "camera"];

type ListingPanelProps = { cameraReady: boolean; onCamera(): void };

/** Leads a new model to the lists: five steps, then staff's decision. Nothing once the page is listed. */
export function ListingPanel({ cameraReady, onCamera }: ListingPanelProps) {
  const read = useQuery(listingQuery);
  const page = read.data;
  useCameraStep(page, cameraReady);
  const [open, setOpen] = useState<ListingStep | null>(null);
  const send = useListingCommand(
    () => browserApi.call("POST /api/studio/listing/submit"),
    m.studio_listing_sent,
  );
  if (hasFailed(read))
    return (
      <Panel title={m.studio_listing()}>
        <PanelFailed read={read} />
      </Panel>
    );
  if (!page || page.state === "approved") return null;
  const left = listingSteps.filter((step) => !page.steps[step]).length;
  const waits = page.state === "submitted";
  return (
    <Panel
      title={m.studio_listing()}
      className="shadow-[inset_0_0_0_2px_var(--accent-fill)]!"
      end={<Pill tone={waits ? "ok" : "plain"}>{stateText(page, left)}</Pill>}
    >
      <div className="grid gap-3 px-4 pb-4">
        <p className="text-text-2">{waits ? m.studio_listing_waits() : m.studio_listing_text()}</p>
        {page.note !== "" && (
          <p className="flex items-start gap-2 rounded-12 bg-warn-soft px-3 py-2">
            <Icon name="info" size={18} className="mt-0.5 flex-none text-warn" />
            <span className="min-w-0 break-words">
              <b className="font-semibold">{m.studio_listing_note()}</b> {page.note}
            </span>
          </p>
        )}
        <ol className="grid grid-cols-[minmax(0,1fr)]">
          {listingSteps.map((step) => (
            <Step
              key={step}
              step={step}
              done={page.steps[step]}
              onOpen={() => (step === "camera" ? onCamera() : setOpen(step))}
            />
          ))}
        </ol>
        {!waits && (
          <Button
            tone="primary"
            wide
            disabled={left > 0}
            busy={send.pending}
            onClick={() => void send.run(undefined)}
          >
            {m.studio_listing_send()}
          </Button>
        )}
      </div>
      {open && <StepDialog step={open} page={page} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

function stateText({ state }: StudioListing, left: number): string {
  if (state === "submitted") return m.studio_listing_sent_state();
  return left === 0 ? m.studio_listing_ready() : m.studio_listing_left({ count: left });
}

const names: Record<ListingStep, () => string> = {
  texts: () => m.studio_step_texts(),
  person: () => m.studio_step_person(),
  picture: () => m.studio_step_picture(),
  rates: () => m.studio_step_rates(),
  camera: () => m.studio_step_camera(),
};

function Step({ step, done, onOpen }: { step: ListingStep; done: boolean; onOpen(): void }) {
  const isOver = done && step === "camera";
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line">
      <span
        className={cx(
          "grid size-6 flex-none place-items-center rounded-full",
          done ? "bg-ok-soft text-ok" : "shadow-[inset_0_0_0_2px_var(--control)]",
        )}
      >
        {done && <Icon name="check" size={15} />}
      </span>
      <span className="min-w-0 flex-1">
        {names[step]()}
        <span className="sr-only"> {done ? m.studio_step_done() : m.studio_step_open()}</span>
      </span>
      {!isOver && (
        <Button
          size="sm"
          tone={done ? "quiet" : "plain"}
          className="min-h-11"
          aria-label={`${done ? m.studio_edit() : m.studio_step_begin()}: ${names[step]()}`}
          onClick={onOpen}
        >
          {done ? m.studio_edit() : m.studio_step_begin()}
        </Button>
      )}
    </li>
  );
}

type StepDialogProps = { step: ListingStep; page: StudioListing; onClose(): void };

function StepDialog({ step, page, onClose }: StepDialogProps) {
  if (step === "texts") return <TextsDialog page={page} onClose={onClose} />;
  if (step === "person") return <PersonDialog page={page} onClose={onClose} />;
  if (step === "picture") return <PictureDialog page={page} onClose={onClose} />;
  return <RatesStep onClose={onClose} />;
}

function RatesStep({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const read = useQuery(ratesQuery);
  if (!read.data)
    return (
      <Dialog open onClose={onClose} title={m.studio_rates_title()}>
        <PartFailed read={read} />
      </Dialog>
    );
  const close = () => {
    void client.invalidateQueries({ queryKey: listingQuery.queryKey });
    onClose();
  };
  return <RatesDialog rates={read.data} onClose={close} />;
}

/** The camera's step is done by seeing oneself in the preview. */
function useCameraStep(page: StudioListing | undefined, cameraReady: boolean): void {
  const client = useQueryClient();
  const isDue = cameraReady && page !== undefined && !page.steps.camera;
  useEffect(() => {
    if (!isDue) return;
    void browserApi.call("POST /api/studio/listing/camera").then((answer) => {
      if (answer.status === 200) client.setQueryData(listingQuery.queryKey, answer.body);
    });
  }, [isDue, client]);
}
