import { Fragment } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import { unranked } from "#contract/room-values.ts";
import type { Reportable } from "#web/entities/report/report-labels.ts";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { factLabels, namesOf, personFacts } from "#web/entities/room/fact-labels.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { nameMark, nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";

/** The model in a few lines, before everything that is for sale: the rest stands under "About". */
export function ProfileIntro({ page }: { page: ModelPage }) {
  const bio = inLanguage(page.bio).trim();
  const begin = [m.profile_years({ count: page.age }), nameOf("region", page.country)].filter(
    (value) => value !== "",
  );
  return (
    <section aria-label={m.profile_about({ name: page.artisticName })} className="grid gap-1">
      {bio !== "" && <p className="line-clamp-3 max-w-[68ch] text-16">{bio}</p>}
      <p className="text-text-2">
        {begin.join(" · ")}
        {page.languages.map((code, index) => (
          <Fragment key={code}>
            {index === 0 ? " · " : ", "}
            <span data-name-of={nameMark("language", code)}>{nameOf("language", code)}</span>
          </Fragment>
        ))}
      </p>
    </section>
  );
}

/** The model's text about themselves, in the page's language, and the details beside it. */
export function AboutSection({ page }: { page: ModelPage }) {
  const name = page.artisticName;
  const bio = inLanguage(page.bio).trim();
  const details = [
    { what: m.profile_age(), value: String(page.age) },
    { what: m.profile_country(), value: nameOf("region", page.country) },
    ...personFacts.map((fact) => ({ what: factLabels[fact].title(), value: namesOf(fact, page[fact]) })),
    ...(page.earningRank < unranked
      ? [{ what: m.profile_rank(), value: m.profile_rank_place({ rank: page.earningRank }) }]
      : []),
  ].filter(({ value }) => value !== "");
  return (
    <section aria-labelledby="profile-about" className="grid gap-4">
      <h2 id="profile-about">{m.profile_about({ name })}</h2>
      <p className={bio === "" ? "text-text-3" : "max-w-[68ch] text-16 whitespace-pre-line text-text-2"}>
        {bio === "" ? m.profile_about_empty({ name }) : bio}
      </p>
      <dl className="flex flex-wrap gap-x-9 gap-y-3">
        {details.map(({ what, value }) => (
          <div key={what}>
            <dt className="text-12 text-text-3">{what}</dt>
            <dd className="font-[550]">{value}</dd>
          </div>
        ))}
      </dl>
      <ReportButton targets={() => reportables(page)} />
    </section>
  );
}

function reportables({ id, isStream }: ModelPage): Reportable[] {
  const profile = { about: "profile", id, text: m.report_this_profile() } as const;
  return isStream ? [profile, { about: "room", id, text: m.report_this_stream() }] : [profile];
}
