import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useOnHydration } from "../use-on-hydration.ts";

export type ValueElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * For a controlled field that the server draws: gives `take` the field if a visitor typed or chose something else than
 * `value` before the page was hydrated. Without it the next rendering would overwrite their input.
 */
export function usePrehydrationValue<Of extends ValueElement>(
  find: () => Of | null,
  value: string,
  take: (field: Of) => void,
): void {
  // A field that only the browser renders holds no input from before: its select may have no option of that value yet.
  const isHydrated = useHydrated();
  useOnHydration(() => {
    const field = find();
    if (!isHydrated && field && field.value !== value) take(field);
  });
}
