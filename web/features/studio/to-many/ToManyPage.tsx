import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { ListPages } from "#web/ui/ListPages.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";
import { massQuery } from "./mass-query.ts";
import { MassForm } from "./MassForm.tsx";
import { MassRow } from "./MassRow.tsx";

/** Messages to many: a new one, and what each of those before has brought. */
export function ToManyPage() {
  const [forms, setForms] = useState(0);
  const [newId, beforeId] = [useId(), useId()];
  return (
    <main
      ref={keepFocusInside}
      id="main"
      className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-14 lg:px-8 lg:pt-6"
    >
      <h1>{m.studio_mass_title()}</h1>
      <p className="mt-1 mb-4 text-text-2">{m.studio_mass_lead()}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section aria-labelledby={newId}>
          <h2 id={newId} className="mb-3">
            {m.studio_mass_new()}
          </h2>
          <MassForm key={forms} onSent={() => setForms(forms + 1)} />
        </section>
        <section aria-labelledby={beforeId}>
          <h2 id={beforeId} className="mb-3">
            {m.studio_mass_before()}
          </h2>
          <Sent />
        </section>
      </div>
    </main>
  );
}

function Sent() {
  const list = useInfiniteQuery(massQuery);
  const sent = (list.data?.pages ?? []).flatMap(({ data }) => data);
  return (
    <ListPages
      list={list}
      skeleton={<Skeleton className="h-[140px] rounded-16" />}
      nothing={
        sent.length === 0 && <EmptyState title={m.studio_mass_none()} text={m.studio_mass_none_text()} />
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sent.map((mass) => (
          <MassRow key={mass.id} mass={mass} />
        ))}
      </ul>
    </ListPages>
  );
}
