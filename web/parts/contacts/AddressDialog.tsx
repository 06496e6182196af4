import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { maskZip, states, zipDigits, zipPattern } from "./addresses.ts";
import { useZipLookup } from "./ZipLookup.tsx";
import { toast } from "../../kit/Toast.tsx";
import type { Address } from "./types.ts";
import "./texts.ts";

type Props = {
  contactId: number;
  address: Address | null;
  /** By default it says whether the address is new. */ title?: string;
  onClose: () => void;
};

/** Edits one address. A recognised postal code fills in the rest. */
export function AddressDialog({ contactId, address, title, onClose }: Props) {
  const { t } = useTranslation();
  const { onZip, status } = useZipLookup(address?.zipCode ?? "");
  const values = valuesOf(address, t("contacts.addresses.home"));
  const edit = useEdit(address, () => bodyOf(values));

  return (
    <RowDialog
      title={title ?? t(address ? "contacts.addresses.edit" : "contacts.addresses.new")}
      listing={{ fields: [...fields, ...(address?.isActive ? [] : [main])] }}
      values={values}
      onFieldChange={{ zipCode: (value, put) => onZip(String(value ?? ""), put) }}
      extras={{ zipCode: () => status }}
      onClose={onClose}
      onSave={async (typed) => {
        const moved =
          address && zipDigits(typed.zipCode) === address.zipCode
            ? {}
            : { latitude: null, longitude: null };
        try {
          await saveEdit("/contactAddress", edit, { ...bodyOf(typed), ...moved }, { contactId });
        } catch (error) {
          toast.error(
            t(address ? "contacts.addresses.editFailed" : "contacts.addresses.addFailed"),
          );
          throw error;
        }
        toast.success(t(address ? "contacts.addresses.edited" : "contacts.addresses.added"));
      }}
    />
  );
}

const bodyOf = ({ zipCode, ...values }: FormValues) => ({ ...values, zipCode: zipDigits(zipCode) });

const valuesOf = (address: Address | null, type: string): FormValues =>
  address
    ? {
        type: address.type,
        zipCode: maskZip(address.zipCode),
        address: address.address,
        number: address.number,
        complement: address.complement,
        neighborhood: address.neighborhood,
        city: address.city,
        state: address.state,
        isActive: address.isActive,
      }
    : {
        type,
        zipCode: "",
        address: "",
        number: "",
        complement: "",
        neighborhood: "",
        city: "",
        state: "",
        isActive: false,
      };

// rules.md#form-limits
const fields: Field[] = [
  {
    name: "type",
    label: "contacts.addresses.type",
    hint: "contacts.addresses.typeHint",
    required: true,
    min: 3,
    max: 50,
  },
  {
    name: "zipCode",
    label: "contacts.addresses.zipCode",
    placeholder: "contacts.addresses.zipExample",
    required: true,
    pattern: zipPattern,
    messages: { invalid: "contacts.addresses.zipWrong" },
  },
  { name: "address", label: "contacts.addresses.address", required: true, max: 250 },
  { name: "number", label: "contacts.addresses.number", required: true, max: 30 },
  { name: "complement", label: "contacts.addresses.complement", max: 255 },
  { name: "neighborhood", label: "contacts.addresses.neighborhood", required: true, max: 150 },
  { name: "city", label: "contacts.addresses.city", required: true, max: 150 },
  {
    name: "state",
    label: "contacts.addresses.state",
    type: "select",
    required: true,
    emptyLabel: "contacts.addresses.chooseState",
    items: states.map((state) => ({ value: state, label: state })),
  },
];
const main: Field = {
  name: "isActive",
  label: "contacts.addresses.isMain",
  type: "switch",
  hint: "contacts.addresses.isMainHint",
};
