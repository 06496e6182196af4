import { useEffect, useState } from "react";
import type * as pixAccountsTable from "../../../src/modules/pix-accounts/table.ts";
import { pixKey } from "../../../src/pix/pix.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { changesIn, saveOnly } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { efiFields } from "../../parts/efi/efi-fields.ts";
import { PixKeyReading } from "../../parts/PixKeyReading.tsx";
import type { Store } from "./types.ts";

type Account = Wire<pixAccountsTable.PixAccount>;
type Props = { store: Store; onClose: () => void };

/** The account of a store that makes Pix charges by itself. rules.md#pix-accounts */
export function PixAccount({ store, onClose }: Props) {
  const { t } = useTranslation();
  const [account, setAccount] = useState<Account | null | undefined>(undefined);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api
      .get<{ account: Account | null }>(`/pix-accounts/${store.id}`)
      .then((answer) => setAccount(answer.account), setFailed);
  };
  useEffect(read, [store.id]);
  const title = t("pixAccounts.title", { name: store.name });
  if (account !== undefined)
    return <AccountForm title={title} store={store} account={account} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      {failed ? (
        <LoadError error={failed} title={t("pixAccounts.failed")} onRetry={read} />
      ) : (
        <Delayed>
          <Skeleton className="h-72 w-full" />
        </Delayed>
      )}
    </Dialog>
  );
}

type FormProps = { title: string; store: Store; account: Account | null; onClose: () => void };

export function AccountForm({ title, store, account, onClose }: FormProps) {
  const { t } = useTranslation();
  const fields = fieldsOf(account);
  const [first] = useState(() => valuesOf(store, account));
  const save = async (values: FormValues) => {
    const body = toRequestBody(fields, values);
    const changes = account ? changesIn(toRequestBody(fields, first), body) : body;
    await saveOnly(`/pix-accounts/${store.id}`, account ?? {}, changes);
    toast.success(t(account ? "common.updated" : "common.saved"));
  };
  return (
    <RowDialog
      title={title}
      listing={{ fields }}
      values={first}
      onSave={save}
      onClose={onClose}
      extras={{
        pixKey: ({ pixKey }, put) => (
          <PixKeyReading typed={pixKey} onPhone={(key) => put({ pixKey: key })} />
        ),
      }}
    >
      {account ? (
        <Stored store={store} onClose={onClose} />
      ) : (
        <p className="text-muted text-small mb-4">{t("pixAccounts.lead")}</p>
      )}
    </RowDialog>
  );
}

/** The steps of an account that is stored: its notices, and its end. */
function Stored({ store, onClose }: Props) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const [isRemoving, setIsRemoving] = useState(false);
  const register = () =>
    run(async () => {
      await api.post(`/pix-accounts/${store.id}/webhook`);
      toast.success(t("efi.webhookAsked"));
    });
  const remove = async () => {
    await api.del(`/pix-accounts/${store.id}`);
    onClose();
  };
  return (
    <div className="border-line mb-4 border-t pt-4">
      <p className="text-muted text-small mb-2">{t("efi.webhookText")}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" disabled={busy} onClick={register}>
          {t("efi.webhook")}
        </button>
        <button
          type="button"
          className="btn btn-sm text-danger"
          onClick={() => setIsRemoving(true)}
        >
          {t("pixAccounts.remove")}
        </button>
      </div>
      {isRemoving && (
        <Confirm
          title={t("pixAccounts.remove")}
          text={t("pixAccounts.removeText")}
          action={t("pixAccounts.remove")}
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </div>
  );
}

const efiAddress = "https://pix.api.efipay.com.br";

const valuesOf = (store: Store, account: Account | null): FormValues => ({
  pixKey: account?.pixKey ?? store.keyPix ?? "",
  efiUrl: account?.efiUrl ?? efiAddress,
  clientId: account?.clientId ?? "",
  clientSecret: undefined,
  certificate: undefined,
});

const fieldsOf = (account: Account | null): Field[] => [
  {
    name: "pixKey",
    label: "pixAccounts.pixKey",
    hint: "pixAccounts.pixKeyHint",
    required: true,
    max: 77,
    valid: (text) => pixKey(text) !== undefined,
    messages: { invalid: "pixKey.invalid" },
  },
  ...efiFields(account ?? nothingStored),
];

const nothingStored = { hasClientSecret: false, hasCertificate: false };
