import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ContactLayout, Fact } from "./ContactLayout.tsx";
import type { AnsweredMessage } from "./message-action.ts";
import { MessageForm } from "./MessageForm.tsx";
import { useSupportEmail } from "./support-email.ts";

/** How to reach support: a form, a mail address, and where else to turn. */
export function ContactPage({ answered }: { answered?: AnsweredMessage | undefined }) {
  const email = useSupportEmail();
  return (
    <ContactLayout
      title={m.support_contact_title()}
      lead={m.support_contact_lead()}
      form={<MessageForm removal={false} answered={answered} />}
    >
      {email && (
        <Fact icon="mail" title={m.support_by_mail()}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
      <Fact icon="clock" title={m.support_when()}>
        {m.support_contact_when()}
      </Fact>
      <Fact icon="receipt" title={m.support_payment()}>
        {m.support_payment_text()}
      </Fact>
      <Fact icon="shield" title={m.support_remove()}>
        {m.support_remove_text()} <Link to="/content-removal">{m.support_removal_title()}</Link>
      </Fact>
    </ContactLayout>
  );
}
