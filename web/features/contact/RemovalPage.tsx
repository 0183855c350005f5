import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ContactLayout, Fact } from "./ContactLayout.tsx";
import type { AnsweredMessage } from "./message-action.ts";
import { MessageForm } from "./MessageForm.tsx";
import { useSupportEmail } from "./support-email.ts";

/** How to have content removed: who may ask, what happens by when, and the form. */
export function RemovalPage({ answered }: { answered?: AnsweredMessage | undefined }) {
  const email = useSupportEmail();
  return (
    <ContactLayout
      title={m.support_removal_title()}
      lead={m.support_removal_lead()}
      form={<MessageForm removal answered={answered} />}
    >
      <Fact icon="alert" title={m.support_danger()}>
        {m.support_danger_text()}
      </Fact>
      <Fact icon="clock" title={m.support_when()}>
        <ul className="grid list-disc gap-1 pl-5 marker:text-text-3">
          <li>{m.support_when_confirmed()}</li>
          <li>{m.support_when_grave()}</li>
          <li>{m.support_when_other()}</li>
        </ul>
      </Fact>
      <Fact icon="shield" title={m.support_what_happens()}>
        {m.support_what_happens_text()} <Link to="/compliance-policy">{m.legal_compliance_policy()}</Link>
      </Fact>
      <Fact icon="lock" title={m.support_your_data()}>
        {m.support_your_data_text()}
      </Fact>
      {email && (
        <Fact icon="mail" title={m.support_by_mail()}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
    </ContactLayout>
  );
}
