import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListingReview } from "#contract/listing.ts";
import { factNames } from "#contract/model-facts.ts";
import { factLabels, namesOf } from "#web/entities/room/fact-labels.ts";
import { type Gender, useGenders } from "#web/entities/room/gender.ts";
import { tokens, utcDay } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { listingOf } from "../admin-queries.ts";
import { RowAction } from "../parts.tsx";

/** Opens what a model wants to show on their page, before staff decides about it. */
export function ReviewButton({ id, name, inMenu }: { id: number; name: string; inMenu?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <RowAction label={m.admin_review()} about={name} inMenu={inMenu} onClick={() => setOpen(true)} />
      {open && <ReviewDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReviewDialog({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const { data, isError, error, refetch } = useQuery(listingOf(id));
  return (
    <Dialog open onClose={onClose} title={name} maxWidth={640}>
      {data ? (
        <Page page={data} />
      ) : isError ? (
        <ErrorCard error={error} action={null} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}

const nameIn = (gender: Gender | undefined) =>
  gender ? inLanguage({ en: gender.name_en, es: gender.name_es }) : "?";

function Page({ page }: { page: ListingReview }) {
  const unknown = m.admin_review_unknown();
  const { private: pair, vip, spy, minimum } = page.rates;
  const gender = useGenders().find(({ id }) => id === page.gender_id);
  const rows = [
    [m.admin_review_birth(), page.birth_date ? `${utcDay(page.birth_date)} (${page.age ?? "?"})` : unknown],
    [m.admin_review_country(), page.country === null ? unknown : nameOf("region", page.country)],
    [m.admin_review_gender(), page.gender_id === null ? unknown : nameIn(gender)],
    ...factNames.map((name) => [factLabels[name].title(), namesOf(name, page[name]) || unknown]),
    [
      m.admin_review_rates(),
      pair > 0 ? [pair, vip, spy, minimum].map((rate) => tokens(rate)).join(" / ") : unknown,
    ],
    [m.admin_review_en(), page.bio.en || unknown],
    [m.admin_review_es(), page.bio.es || unknown],
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-[180px_minmax(0,1fr)]">
      {page.portrait ? (
        <img
          src={page.portrait}
          alt={m.admin_review_picture({ name: page.artistic_name })}
          width={180}
          height={225}
          className="rounded-12 object-cover"
        />
      ) : (
        <p className="text-text-3">{m.admin_review_no_picture()}</p>
      )}
      <dl className="grid content-start gap-3">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-12 text-text-3">{name}</dt>
            <dd className="break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
