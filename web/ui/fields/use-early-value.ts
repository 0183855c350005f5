import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useEarly } from "../use-early.ts";

export type ValueElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * For a controlled field that the server draws: gives `take` the field if something else than `value` was typed or chosen in
 * it before the page was hydrated. The next rendering would take it away.
 */
export function useEarlyValue<Of extends ValueElement>(
  find: () => Of | null,
  value: string,
  take: (field: Of) => void,
): void {
  // In what only the browser renders nothing is early: a select there may have no option of that value.
  const lateBorn = useHydrated();
  useEarly(() => {
    const field = find();
    if (!lateBorn && field && field.value !== value) take(field);
  });
}
