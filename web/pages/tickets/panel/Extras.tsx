import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { useTranslation } from "../../../kit/text.ts";
import { can } from "../../../session/can.ts";
import { OptOut } from "./OptOut.tsx";

type Props = { contact: { id: number; name: string } };

/** The way to the contact's page, and whether campaigns write to them. */
export function Extras({ contact }: Props) {
  useSignals();
  const { t } = useTranslation();
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
    </>
  );
}
