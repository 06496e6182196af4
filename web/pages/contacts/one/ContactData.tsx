import { useSignals } from "@preact/signals-react/runtime";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { isMasked } from "../../../../src/shared/phone.ts";
import type { FullContact } from "../../../inbox/full-contacts.ts";
import { copy } from "../../../kit/copy.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { phone, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { useAddresses } from "../../../parts/contacts/addresses.ts";
import { Card } from "./Card.tsx";

/** The contact's number, e-mail, addresses and own fields. */
export function ContactData({ person }: { person: FullContact }) {
  useSignals();
  const { t } = useTranslation();
  const { rows, failed, read } = useAddresses(person.id);
  const { number, email, pushName, name, extraInfo } = person;
  return (
    <Card title={t("contactPage.data.title")}>
      <dl>
        {number && (
          <Line label={t("contactPage.data.phone")} copied={isMasked(number) ? "" : phone(number)}>
            <span className="tabular">{phone(number)}</span>
          </Line>
        )}
        {email && (
          <Line label={t("tickets.panel.email")} copied={email}>
            <a href={`mailto:${email}`} className="block truncate">
              {email}
            </a>
          </Line>
        )}
        {pushName && pushName !== name && (
          <Line label={t("contactPage.data.profileName")}>{pushName}</Line>
        )}
        {rows?.map((row) => (
          <Line key={row.id} label={row.type}>
            {[`${row.address}, ${row.number}`, row.complement, row.neighborhood, row.city]
              .filter(Boolean)
              .join(", ")}
          </Line>
        ))}
        {extraInfo
          .filter(({ value }) => value.trim())
          .map((field) => (
            <Line key={field.id} label={field.name}>
              {field.value}
            </Line>
          ))}
      </dl>
      {failed !== null && rows === null && <LoadFailed retry={read} />}
    </Card>
  );
}

function Line({
  label,
  copied,
  children,
}: {
  label: string;
  /** The text that a button copies. */
  copied?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const run = async () => {
    if (await copy(copied!)) toast.success(t("contactPage.data.copied"));
    else toast.error(t("contactPage.data.notCopied"));
  };
  return (
    <div className="flex min-h-8 items-start gap-2 py-1">
      <dt className="text-muted text-small w-21 shrink-0 leading-5 break-words">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-start gap-1">
        <span className="min-w-0 flex-1 break-words">{children}</span>
        {copied && (
          <IconButton
            label={t("contactPage.data.copy", { what: label })}
            icon={Copy}
            className="text-muted -my-1 -mr-1.5"
            onClick={() => void run()}
          />
        )}
      </dd>
    </div>
  );
}
