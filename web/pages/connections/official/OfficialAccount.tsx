import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { CloudAccountFields } from "../../../../src/modules/cloud-accounts/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { dateTime, errorText, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { RowDialog } from "../../../lists/RowDialog.tsx";
import { saveEdit, useEdit } from "../../../forms/save-edit.ts";
import type { LinkableConnection } from "../../../parts/linking/types.ts";
import { CheckAccount } from "./CheckAccount.tsx";
import { officialFields, officialNames } from "./official-fields.ts";
import { OfficialWarning } from "./OfficialWarning.tsx";
import { WebhookAddress } from "./WebhookAddress.tsx";

type Account = LinkableConnection & Wire<CloudAccountFields>;

/** A number's account on the official channel: its webhook address, and its fields in a dialog. */
export function OfficialAccount({ connection }: { connection: LinkableConnection }) {
  const { t } = useTranslation();
  const [account, setAccount] = useState<Account | null>(null);
  const [error, setError] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const load = () =>
    api.get<Account>(`/whatsapp/${connection.id}`).then(setAccount, (refused: unknown) => {
      setError(errorText(refused));
    });
  useEffect(() => void load(), [connection.id, connection.status]);
  if (error) return <p className="text-error">{error}</p>;
  if (!account?.webhookPath) return null;
  return (
    <section
      aria-label={t("connections.parts.official")}
      className="flex flex-col items-start gap-4"
    >
      <WebhookAddress webhookPath={account.webhookPath} verifyToken={account.verifyToken} />
      <p className="text-muted text-small">
        {account.lastWebhookAt
          ? t("connections.official.lastWebhook", { at: dateTime(account.lastWebhookAt) })
          : t("connections.official.noWebhook")}
      </p>
      <button type="button" className="btn" onClick={() => setIsOpen(true)}>
        {t("connections.official.change")}
      </button>
      {isOpen &&
        createPortal(
          // The page's form is around this one. Forms may not nest, and React would let the event
          // of this one reach it.
          <div onSubmit={(event) => event.stopPropagation()}>
            <ChangeAccount account={account} onSaved={load} onClose={() => setIsOpen(false)} />
          </div>,
          document.body,
        )}
    </section>
  );
}

function ChangeAccount({
  account,
  onSaved,
  onClose,
}: {
  account: Account;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { phoneNumberId, wabaId, apiVersion } = account;
  const before = {
    phoneNumberId,
    wabaId,
    apiVersion,
    accessToken: undefined,
    appSecret: undefined,
  };
  const edit = useEdit(account, () => before);
  return (
    <RowDialog
      title={t("connections.official.change")}
      listing={{ fields: officialFields(true) }}
      values={before}
      extras={{
        officialWarning: () => <OfficialWarning />,
        officialCheck: (typed) => <CheckAccount typed={typed} />,
      }}
      onClose={onClose}
      onSave={async (typed) => {
        const body = Object.fromEntries(officialNames.map((name) => [name, typed[name]]));
        await saveEdit("/whatsapp", edit, body);
        await onSaved();
        toast.success(t("common.updated"));
      }}
    />
  );
}
