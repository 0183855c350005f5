import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";

type StudioPageProps = { title: string; lead?: string; children: ReactNode };

/** A page of the studio that is made of panels: two beside each other where there is room. */
export function StudioPage({ title, lead, children }: StudioPageProps) {
  return (
    <main
      ref={keepFocusInside}
      id="main"
      className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-14 lg:px-8 lg:pt-6"
    >
      <h1 className={lead ? undefined : "mb-4"}>{title}</h1>
      {lead && <p className="mt-1 mb-4 text-text-2">{lead}</p>}
      <div className="md:columns-2 md:gap-4 [&>section]:mb-4 [&>section]:break-inside-avoid">{children}</div>
    </main>
  );
}

const placeholders = ["first", "second", "third", "fourth"];

/** Stands for a list of rows until it is read. */
export function LoadingRows() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{m.common_loading()}</span>
      {placeholders.map((name) => (
        <Skeleton key={name} className="h-[124px] rounded-16" />
      ))}
    </div>
  );
}
