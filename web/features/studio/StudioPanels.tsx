import { type ReactNode, useId, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Segmented } from "#web/ui/fields/Segmented.tsx";

type Group = "live" | "prices" | "page";

const names: Record<Group, () => string> = {
  live: () => m.studio_group_live(),
  prices: () => m.studio_group_prices(),
  page: () => m.studio_group_page(),
};
const groups = ["live", "prices", "page"] as const;

/**
 * The studio's panels in three groups: what belongs to the broadcast, what things cost, and what fans see of the model.
 * A phone shows one group at a time; a wider screen the first one beside the picture and the others under it.
 */
export function StudioPanels(panels: Record<Group, ReactNode>) {
  const [shown, setShown] = useState<Group>("live");
  const onPhone = (group: Group) => shown !== group && "max-md:hidden";
  return (
    <>
      <div className="pb-4 [grid-area:tabs] md:hidden">
        <Segmented<Group>
          label={m.studio_groups()}
          options={groups.map((value) => ({ value, text: names[value]() }))}
          value={shown}
          onChange={setShown}
          wide
        />
      </div>
      <div
        className={cx(
          "[grid-area:side] md:max-xl:columns-2 md:max-xl:gap-4",
          "[&>section]:mb-4 [&>section]:break-inside-avoid",
          onPhone("live"),
        )}
      >
        {panels.live}
      </div>
      <div className="[grid-area:more]">
        {groups.slice(1).map((group) => (
          <Under key={group} name={names[group]()} className={onPhone(group)}>
            {panels[group]}
          </Under>
        ))}
      </div>
    </>
  );
}

type UnderProps = { name: string; className: string | false; children: ReactNode };

function Under({ name, className, children }: UnderProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("md:mt-2", className)}>
      <h2 id={id} className="mb-3 max-md:sr-only">
        {name}
      </h2>
      <div className="gap-4 md:columns-2 xl:columns-3 [&>section]:mb-4 [&>section]:break-inside-avoid">
        {children}
      </div>
    </section>
  );
}
