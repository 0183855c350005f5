import { useInfiniteQuery } from "@tanstack/react-query";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/Field.tsx";
import { studioItemsQuery } from "../content/studio-items-query.ts";

type ItemSelectProps = { value: number | null; onChange(itemId: number | null): void };

/** One of the model's videos and posts, of the newest of each. */
export function ItemSelect({ value, onChange }: ItemSelectProps) {
  const videos = useInfiniteQuery(studioItemsQuery("video"));
  const posts = useInfiniteQuery(studioItemsQuery("post"));
  const groups = [
    { name: m.nav_videos(), items: videos.data?.pages.flatMap(({ data }) => data) ?? [] },
    { name: m.nav_posts(), items: posts.data?.pages.flatMap(({ data }) => data) ?? [] },
  ];
  return (
    <SelectField
      label={m.studio_mass_item()}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
    >
      <option value="">{m.studio_mass_item_choose()}</option>
      {groups.map(({ name, items }) => (
        <optgroup key={name} label={name}>
          {items.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
