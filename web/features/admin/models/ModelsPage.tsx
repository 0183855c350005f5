import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminModel, ModelAction } from "#contract/admin.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { modelStates, modelsIn } from "../admin-queries.ts";
import { AdminList, AdminSearch } from "../parts.tsx";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { useAdminCommand, useFilters } from "../use-admin.ts";
import { actionLabels } from "./model-actions.ts";
import { ModelRow } from "./ModelRow.tsx";

/** Every model, with what the staff can do about them. */
export function ModelsPage() {
  const { address, search, state, change: filter } = useFilters(modelStates);
  const [chosen, setChosen] = useState<{ model: AdminModel; action: ModelAction } | null>(null);
  const answer = useQuery(modelsIn(address));
  return (
    <>
      <h1>{m.admin_models()}</h1>
      <div className="mt-4 mb-3 grid items-start gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]">
        <AdminSearch
          label={m.admin_models_search()}
          value={search}
          onSearch={(text) => filter({ search: text })}
        />
        <div className="overflow-x-auto lg:mt-[25px]">
          <Segmented
            label={m.admin_show()}
            value={state}
            onChange={(next) => filter({ state: next === "all" ? "" : next })}
            options={[
              { value: "all", text: m.admin_all() },
              { value: "waiting", text: m.admin_waiting_listing() },
              { value: "live", text: m.admin_live() },
              { value: "hidden", text: m.admin_hidden() },
              { value: "suspended", text: m.admin_suspended() },
            ]}
          />
        </div>
      </div>
      <AdminList
        answer={answer}
        label={m.admin_models()}
        empty={m.admin_models_none()}
        keyOf={(model) => model.id}
        onPage={(next) => filter({ page: String(next) })}
      >
        {(model) => <ModelRow model={model} onAction={(action) => setChosen({ model, action })} />}
      </AdminList>
      {chosen && <ActionDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** The actions that take something away from a model. */
const dangers: ReadonlySet<ModelAction> = new Set(["hide", "suspend", "end-show"]);

type ActionDialogProps = { model: AdminModel; action: ModelAction; onClose(): void };

function ActionDialog({ model, action, onClose }: ActionDialogProps) {
  const labels = actionLabels[action];
  const { pending, run } = useAdminCommand(
    (reason: string, client_id) =>
      browserApi.call("POST /api/admin/models/{id}/{action}", {
        params: { id: model.id, action },
        body: { reason, client_id },
      }),
    () => labels.done({ name: model.artistic_name }),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) onClose();
  };
  return (
    <ReasonDialog
      title={labels.title({ name: model.artistic_name })}
      text={labels.text()}
      confirm={labels.name()}
      danger={dangers.has(action)}
      busy={pending}
      onConfirm={(text) => void confirm(text)}
      onClose={onClose}
    />
  );
}
