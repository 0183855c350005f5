import { useState } from "react";
import { Link } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { HeldTokens } from "#web/entities/wallet/HeldTokens.tsx";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { AvatarForm } from "./avatar/AvatarForm.tsx";
import { InviteDialog } from "./InviteDialog.tsx";

/** The person, and where else the account leads. */
export function ProfileCard({ viewer }: { viewer: FanProfile }) {
  const [inviting, setInviting] = useState(false);
  const isFan = viewer.role === "fan";
  return (
    <section
      aria-label={viewer.login}
      className={cx(
        "min-w-0 rounded-16 bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)] sm:p-6 lg:sticky lg:top-[calc(94px+var(--offline-bar))]",
        // Above the sections, as wide as they are, the two halves of it stand side by side.
        isFan && "lg:max-xl:grid lg:max-xl:grid-cols-2 lg:max-xl:items-center lg:max-xl:gap-6",
      )}
    >
      <div className="min-w-0">
        {isFan ? (
          <AvatarForm viewer={viewer} />
        ) : (
          // A model is shown by the pictures of their page.
          <span className="flex justify-center">
            <Avatar name={viewer.login} src={viewer.avatar} size={96} />
          </span>
        )}
        <p className="mt-2 truncate text-center text-20 font-semibold">{viewer.login}</p>
        {viewer.email && <p className="truncate text-center text-text-2">{viewer.email}</p>}
      </div>
      {isFan && (
        <div className="mt-5 grid gap-1 border-t border-line pt-4 lg:max-xl:mt-0 lg:max-xl:border-t-0 lg:max-xl:border-l lg:max-xl:pt-0 lg:max-xl:pl-6">
          <p className="flex min-h-11 items-center justify-between px-3">
            <span className="text-text-2">{m.settings_balance()}</span>
            <span className="flex items-center gap-1.5 font-semibold tabular-nums">
              <Coin />
              {tokens(viewer.balance)}
              <HeldTokens className="font-normal text-text-2" />
            </span>
          </p>
          <Link to="/settings/statement" className={entryClass}>
            <Entry icon="receipt" title={m.settings_statement()} hint={m.settings_statement_hint()} />
          </Link>
          <button type="button" className={entryClass} onClick={() => setInviting(true)}>
            <Entry icon="gift" title={m.settings_invite()} hint={m.settings_invite_hint()} />
          </button>
        </div>
      )}
      <InviteDialog fanId={viewer.id} open={inviting} onClose={() => setInviting(false)} />
    </section>
  );
}

const entryClass =
  "flex w-full items-center gap-3.5 rounded-12 px-3 py-2 text-left transition-colors duration-(--hover) hover:bg-overlay";

function Entry({ icon, title, hint }: { icon: IconName; title: string; hint: string }) {
  return (
    <>
      <Icon name={icon} className="text-text-2" />
      <span className="min-w-0 flex-1">
        <span className="block font-[550]">{title}</span>
        <span className="block text-12 text-text-3">{hint}</span>
      </span>
      <Icon name="right" size={18} className="text-text-3" />
    </>
  );
}
