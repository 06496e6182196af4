import { Pencil, Plus, Trash2 } from "lucide-react";
import { IconButton } from "../../kit/IconButton.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { LoadFailed } from "../../lists/NextPage.tsx";
import { maskZip, useAddresses } from "./addresses.ts";
import type { Address } from "./types.ts";
import "./texts.ts";

type AddressHandlers = {
  onEdit: (address: Address | "new") => void;
  onDelete: (address: Address) => void;
};

/** A contact's postal addresses. Changes are saved at once. */
export function Addresses({ contactId, ...handlers }: AddressHandlers & { contactId: number }) {
  const { rows, failed, read } = useAddresses(contactId);
  return <AddressList rows={rows} failed={failed !== null} retry={read} {...handlers} />;
}

export function AddressList({
  rows,
  failed,
  retry,
  onEdit,
  onDelete,
}: AddressHandlers & { rows: Address[] | null; failed: boolean; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("contacts.addresses.title")}</legend>
      {failed && rows === null && <LoadFailed retry={retry} />}
      {!failed && rows === null && (
        <Delayed>
          <Skeleton className="h-14 w-full" />
        </Delayed>
      )}
      <ul className="flex flex-col gap-2">
        {rows?.map((address) => (
          <li
            key={address.id}
            className="border-line flex items-start gap-2 rounded-lg border py-2 pr-1.5 pl-3"
          >
            <div className="min-w-0 flex-1 break-words">
              <p className="font-medium">
                {address.type}
                {address.isActive && (
                  <span className="bg-primary/12 text-primary text-small ml-2 rounded-md px-1.5 py-0.5">
                    {t("contacts.addresses.main")}
                  </span>
                )}
              </p>
              <p>
                {address.address}, {address.number}
                {address.complement && ` · ${address.complement}`}
              </p>
              <p className="text-muted text-small">
                {address.neighborhood}, {address.city} – {address.state} ·{" "}
                {maskZip(address.zipCode)}
              </p>
            </div>
            <IconButton
              label={t("contacts.addresses.editOf", { type: address.type })}
              icon={Pencil}
              className="text-muted"
              onClick={() => onEdit(address)}
            />
            <IconButton
              label={t("contacts.addresses.deleteOf", { type: address.type })}
              icon={Trash2}
              className="text-muted hover:text-error focus-visible:text-error"
              onClick={() => onDelete(address)}
            />
          </li>
        ))}
      </ul>
      {rows && (
        <button
          type="button"
          className="btn btn-ghost btn-sm mt-1 -ml-2"
          onClick={() => onEdit("new")}
        >
          <Plus size={16} aria-hidden />
          {t("contacts.addresses.add")}
        </button>
      )}
    </fieldset>
  );
}
