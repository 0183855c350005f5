import { Link } from "react-router";
import type { AdminModel, ModelAction } from "#contract/admin.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf, Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { EndSessionsButton } from "../EndSessionsButton.tsx";
import { When } from "../parts.tsx";
import { actionLabels, actionsFor } from "./model-actions.ts";
import { ReviewButton } from "./ReviewButton.tsx";

/** One model: who they are, how they stand, what can be done. */
export function ModelRow({ model, onAction }: { model: AdminModel; onAction(action: ModelAction): void }) {
  const name = model.artistic_name;
  return (
    <article aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Avatar name={name} src={model.avatar} size={48} />
      <div className="min-w-0 flex-1 basis-[200px]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          <span className="font-normal text-text-3">
            {model.login} · #{model.id}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-text-2">
          {model.suspended && <Pill tone="error">{m.admin_is_suspended()}</Pill>}
          {model.listing === "submitted" && <Pill tone="private">{m.admin_is_waiting()}</Pill>}
          {model.listing === "draft" && <Pill>{m.admin_is_draft()}</Pill>}
          {model.hidden && <Pill tone="warn">{m.admin_is_hidden()}</Pill>}
          {model.status !== "stopped" ? (
            <>
              <Badge mode={badgeModeOf(model)} />
              {m.admin_watchers({ count: tokens(model.watchers) })}
            </>
          ) : (
            model.last_connection && (
              <>
                {m.admin_last_seen()} <When at={model.last_connection} />
              </>
            )
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {model.listing !== "approved" && <ReviewButton id={model.id} name={name} />}
        {actionsFor(model).map((action) => (
          <Button
            key={action}
            size="sm"
            tone={action === "suspend" || action === "end-show" ? "danger" : "plain"}
            aria-label={`${actionLabels[action].name()}: ${name}`}
            onClick={() => onAction(action)}
          >
            {actionLabels[action].name()}
          </Button>
        ))}
        {!model.suspended && <EndSessionsButton accountId={model.id} name={name} />}
        <Link
          to={`/admin/models/log?target=model:${model.id}`}
          aria-label={`${m.admin_log()}: ${name}`}
          className="inline-flex min-h-9 items-center px-2 text-text-2 hover:text-text hover:underline"
        >
          {m.admin_log()}
        </Link>
      </div>
    </article>
  );
}
