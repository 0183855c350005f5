import { m } from "#web/paraglide/messages.js";
import { lostText } from "./show-texts.ts";
import { useFanShow } from "./use-fan-show.ts";

/** In a room that is shut: why the show that the fan had asked for in it cannot be. */
export function LostRequest({ slug, name }: { slug: string; name: string }) {
  const { request } = useFanShow(slug);
  const lost = request?.state === "declined" ? lostText(request.reason, name) : null;
  return (
    <p role="status" className="max-w-[34ch]">
      {lost && (
        <>
          {lost}. {m.request_declined_text()}
        </>
      )}
    </p>
  );
}
