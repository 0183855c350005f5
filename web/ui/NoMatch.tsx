import { m } from "#web/paraglide/messages.js";
import { Button } from "./Button.tsx";
import { Empty } from "./Empty.tsx";

type NoMatchProps = { title: string; text: string; onClear(): void };

/** Stands in the place of a search that has found nothing, and offers to end it. */
export function NoMatch({ title, text, onClear }: NoMatchProps) {
  return (
    <Empty title={title} text={text} action={<Button onClick={onClear}>{m.home_clear_search()}</Button>} />
  );
}
