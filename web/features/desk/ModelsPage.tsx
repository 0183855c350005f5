import { useState } from "react";
import type { DeskModel, ModelAction } from "#contract/desk.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/Segmented.tsx";
import { ModelRow } from "./ModelRow.tsx";
import { actionWords } from "./model-actions.ts";
import { DeskList, DeskSearch } from "./parts.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useDesk, useDeskChange, useFilters, useIntentId } from "./use-desk.ts";

/** Every model, with what the staff can do about her. */
export function ModelsPage() {
  const { page, search, state, change: filter } = useFilters(["all", "live", "hidden", "suspended"]);
  const [chosen, setChosen] = useState<{ model: DeskModel; action: ModelAction } | null>(null);
  const query = { page, search, state };
  const answer = useDesk(["models", query], () => browserApi.call("GET /api/admin/models", { query }));
  return (
    <>
      <h1>{m.desk_models()}</h1>
      <div className="mt-4 mb-3 grid items-start gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]">
        <DeskSearch
          key={search}
          label={m.desk_models_search()}
          value={search}
          onSearch={(text) => filter({ search: text })}
        />
        <div className="overflow-x-auto lg:mt-[25px]">
          <Segmented
            label={m.desk_show()}
            value={state}
            onChange={(next) => filter({ state: next === "all" ? "" : next })}
            options={[
              { value: "all", text: m.desk_all() },
              { value: "live", text: m.desk_live() },
              { value: "hidden", text: m.desk_hidden() },
              { value: "suspended", text: m.desk_suspended() },
            ]}
          />
        </div>
      </div>
      <DeskList
        answer={answer}
        label={m.desk_models()}
        empty={m.desk_models_none()}
        keyOf={(model) => model.id}
        onPage={(next) => filter({ page: String(next) })}
      >
        {(model) => <ModelRow model={model} onAction={(action) => setChosen({ model, action })} />}
      </DeskList>
      {chosen && <ActionDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

type ActionDialogProps = { model: DeskModel; action: ModelAction; onClose(): void };

function ActionDialog({ model, action, onClose }: ActionDialogProps) {
  const { busy, change } = useDeskChange();
  const [reason, setReason] = useState("");
  const intentId = useIntentId(`${model.id} ${action} ${reason}`);
  const words = actionWords[action];
  const confirm = async (text: string) => {
    setReason(text);
    const call = browserApi.call("POST /api/admin/models/{id}/{action}", {
      params: { id: model.id, action },
      body: { reason: text, client_id: intentId() },
    });
    if (await change(call, words.done({ name: model.artistic_name }))) onClose();
  };
  return (
    <ReasonDialog
      title={words.title({ name: model.artistic_name })}
      text={words.text()}
      confirm={words.name()}
      danger={action !== "show" && action !== "restore"}
      busy={busy}
      onConfirm={(text) => void confirm(text)}
      onClose={onClose}
    />
  );
}
