import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "./Button.tsx";
import { Empty } from "./Empty.tsx";

/** Says that something does not exist, and leads home. `status`: with the number of the answer, for an address that no route knows. */
export function NothingHere({ title, status = false }: { title: string; status?: boolean }) {
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <Empty
        headingLevel="h1"
        {...(status ? { art: <StatusNumber /> } : {})}
        title={title}
        action={
          <ButtonLink to="/" tone="solid" className="mt-3">
            {m.error_back_home()}
          </ButtonLink>
        }
      />
    </main>
  );
}

const StatusNumber = () => (
  <p className="text-[64px] leading-none font-bold tracking-[-.04em] text-text-2">404</p>
);
