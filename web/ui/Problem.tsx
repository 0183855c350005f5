import { Icon } from "./Icon.tsx";

/** What was refused apart from single fields; the place is announced as soon as it says something. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div aria-live="assertive" className="empty:hidden">
      {text !== null && (
        <p className="flex items-center gap-3 rounded-12 bg-error-soft px-4 py-3">
          <Icon name="alert" className="text-error" />
          {text}
        </p>
      )}
    </div>
  );
}
