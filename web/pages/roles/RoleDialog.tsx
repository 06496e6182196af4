import { Headset, ShieldCheck } from "lucide-react";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { plan } from "../../session/session.ts";
import type { Role } from "./roles.ts";
import { useSignals } from "@preact/signals-react/runtime";

const stores = choicesOf({ name: "stores", event: "store" });

/** Names a role, and says which tickets and which stores' orders its people see. */
export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const sells = plan.value?.useSales === true;
  useChoices(stores, sells);
  const edit = useEdit(role, () => bodyOf(valuesOf(role)));
  const fields: Field[] = [
    { name: "name", label: "roles.name", required: true, min: 2, max: 50 },
    {
      name: "profile",
      label: "roles.sight",
      type: "choice",
      required: true,
      choices: [
        { value: "user", label: "roles.ownQueues", hint: "roles.ownQueuesHint", icon: Headset },
        {
          value: "admin",
          label: "roles.everything",
          hint: "roles.everythingHint",
          icon: ShieldCheck,
        },
      ],
    },
    ...(sells && (stores.rows.value ?? []).length > 1
      ? [
          {
            name: "storeIds",
            label: "roles.stores",
            hint: "roles.storesHint",
            type: "many" as const,
            options: stores.rows.value ?? [],
          },
        ]
      : []),
  ];

  return (
    <RowDialog
      title={t(role ? "roles.edit" : "roles.new")}
      listing={{ fields }}
      values={valuesOf(role)}
      onSave={async (values) => {
        await saveEdit("/roles", edit, bodyOf(values), { permissions: [] });
        toast.success(t("roles.saved"));
      }}
      onClose={onClose}
    />
  );
}

const valuesOf = (role: Role | null): FormValues => ({
  name: role?.name ?? "",
  profile: role?.profile ?? "user",
  storeIds: role ? [...role.storeIds] : [],
});

const bodyOf = ({ name, profile, storeIds }: FormValues) => ({ name, profile, storeIds });
