import { Link } from "react-router";
import type { AdminModel, ModelAction } from "#contract/admin.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf, Pill } from "#web/ui/Badge.tsx";
import { MenuButton, menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EndSessionsButton } from "../EndSessionsButton.tsx";
import { RowAction, When } from "../parts.tsx";
import { actionLabels, actionsFor } from "./model-actions.ts";
import { ReviewButton } from "./ReviewButton.tsx";

/** One model: who they are, how they stand, the next thing to do and a menu of all else. */
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
      <ModelActions model={model} onAction={onAction} />
    </article>
  );
}

/** A page is looked at before it is decided about; otherwise the first of what is possible comes next. */
function ModelActions({ model, onAction }: { model: AdminModel; onAction(action: ModelAction): void }) {
  const { id, artistic_name: name } = model;
  const actions = actionsFor(model);
  const isReviewed = model.listing === "approved";
  const next = isReviewed || model.suspended ? actions[0] : undefined;
  const act = (action: ModelAction, inMenu: boolean) => (
    <RowAction
      label={actionLabels[action].name()}
      about={name}
      inMenu={inMenu}
      tone={action === "suspend" || action === "end-show" ? "danger" : "plain"}
      onClick={() => onAction(action)}
    />
  );
  return (
    <div className="flex items-center gap-2">
      {next ? act(next, false) : <ReviewButton id={id} name={name} />}
      <MenuButton label={m.admin_more({ name })} trigger={<Icon name="more" />}>
        {next && !isReviewed && (
          <li>
            <ReviewButton id={id} name={name} inMenu />
          </li>
        )}
        {actions
          .filter((action) => action !== next)
          .map((action) => (
            <li key={action}>{act(action, true)}</li>
          ))}
        {!model.suspended && (
          <li>
            <EndSessionsButton accountId={id} name={name} inMenu />
          </li>
        )}
        <li>
          <Link
            to={`/admin/models/log?target=model:${id}`}
            aria-label={`${m.admin_log()}: ${name}`}
            className={menuItemClass}
          >
            {m.admin_log()}
          </Link>
        </li>
      </MenuButton>
    </div>
  );
}
