import { Fragment } from "react";
import { Link } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { useSettingsParts } from "./settings-parts.tsx";
import { SettingsNav } from "./SettingsNav.tsx";
import { ShownPart } from "./SettingsSection.tsx";
import { useCurrentPart } from "./use-current-part.ts";

type SettingsPageProps = {
  viewer: FanProfile;
};

/**
 * Everything a person sets about the own account, one subject a section: with the list of them at the side, on phones
 * first the list and then the section that was chosen.
 */
export function SettingsPage({ viewer }: SettingsPageProps) {
  const parts = useSettingsParts(viewer);
  const { hydrated, chosen, current } = useCurrentPart(parts.map(({ anchor }) => anchor));
  const isFan = viewer.role === "fan";
  const unlessChosen = hydrated
    ? chosen !== null && "max-lg:hidden"
    : "max-lg:group-has-[:target]/settings:hidden";
  return (
    <main
      id="main"
      className={cx(
        "group/settings mx-auto w-full max-w-[1120px] px-4 pt-6 pb-14 lg:px-8 lg:pt-10",
        isFan && "xl:max-w-[1320px]",
      )}
    >
      <h1
        className={cx(
          "mb-5 lg:mb-7",
          chosen !== null && "max-lg:mb-2",
          !hydrated && "max-lg:group-has-[:target]/settings:mb-2",
        )}
      >
        {m.settings_title()}
      </h1>
      {(chosen !== null || !hydrated) && (
        <Link
          to="."
          className={cx(
            "mb-3 min-h-11 items-center gap-1.5 font-semibold text-text-2 hover:text-text lg:hidden",
            hydrated ? "inline-flex" : "hidden max-lg:group-has-[:target]/settings:inline-flex",
          )}
        >
          <Icon name="left" size={18} />
          {m.settings_all()}
        </Link>
      )}
      <div
        className={cx(
          "grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-6",
          isFan && "xl:grid-cols-[220px_minmax(0,1fr)_300px]",
        )}
      >
        <div className={cx("lg:col-start-2 lg:row-start-1", isFan && "xl:col-start-3", unlessChosen)}>
          <ProfileCard viewer={viewer} />
        </div>
        <SettingsNav
          parts={parts}
          current={current}
          className={cx(
            "lg:sticky lg:top-[calc(94px+var(--offline-bar))] lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-110px)] lg:self-start lg:overflow-y-auto lg:[scrollbar-width:thin]",
            unlessChosen,
          )}
        />
        <div
          className={cx(
            "grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:col-start-2 lg:row-start-2 lg:gap-6",
            isFan && "xl:row-start-1",
            hydrated ? chosen === null && "max-lg:hidden" : "max-lg:[&:not(:has(:target))]:hidden",
          )}
        >
          <ShownPart value={hydrated ? chosen : "target"}>
            {parts.map(({ anchor, section }) => (
              <Fragment key={anchor}>{section}</Fragment>
            ))}
          </ShownPart>
        </div>
      </div>
    </main>
  );
}
