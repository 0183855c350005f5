import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { SentShare } from "#web/ui/states/SentShare.tsx";

/** `sent`: share of the file that has gone, 0 to 1; at 1 the server prepares it. `name`: of what is under way. */
type SendProgressProps = { sent: number; name: string; onCancel(): void };

/** How far the file of a form has come, and a way to give it up. */
export function SendProgress({ sent, name, onCancel }: SendProgressProps) {
  return (
    <>
      <div className="min-w-0 flex-1">
        <p role="status" className="text-12 text-text-2">
          {sent < 1 ? <SentShare share={sent} words={m.studio_sending} /> : m.studio_preparing()}
        </p>
        <progress
          value={sent < 1 ? sent : undefined}
          max={1}
          aria-label={name}
          className="mt-1 h-1.5 w-full accent-accent"
        />
      </div>
      <Button onClick={onCancel}>{m.studio_cancel()}</Button>
    </>
  );
}
