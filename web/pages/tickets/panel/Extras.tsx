import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { useTranslation } from "../../../kit/text.ts";
import { can } from "../../../session/can.ts";
import type { Ticket } from "../../../types.ts";
import { OptOut } from "./OptOut.tsx";
import { TalkCosts } from "./TalkCosts.tsx";

type Props = { ticket: Ticket };

/** The way to the contact's page, whether campaigns write to them, and the costs of the talk. */
export function Extras({ ticket }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { contact } = ticket;
  return (
    <>
      {can("contacts.read") && (
        <p className="px-4 pb-4 text-center">
          <Link href={`/contacts/${contact.id}`} className="link text-primary">
            {t("contacts.page.see")}
          </Link>
        </p>
      )}
      <OptOut contact={contact} />
      <TalkCosts ticket={ticket} />
    </>
  );
}
