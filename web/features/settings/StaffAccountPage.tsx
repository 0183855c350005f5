import type { FanProfile } from "#contract/profile.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SecondFactorSection } from "./second-factor/SecondFactorSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

/** The settings of a staff member's own account: how they sign in, and where they are. */
export function StaffAccountPage({ viewer }: { viewer: FanProfile }) {
  return (
    <>
      <h1 className="mb-5">{m.admin_account()}</h1>
      {viewer.second_factor_needed && (
        <p className="mb-5 flex max-w-[760px] items-center gap-3 rounded-12 bg-warn-soft px-4 py-3">
          <Icon name="shield" className="text-warn" />
          {m.admin_factor_needed()}
        </p>
      )}
      <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4">
        <SecondFactorSection viewer={viewer} />
        <PasswordSection viewer={viewer} />
        <EmailSection viewer={viewer} />
        <SessionsSection viewer={viewer} />
      </div>
    </>
  );
}
