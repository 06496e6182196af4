import { useSignals } from "@preact/signals-react/runtime";
import { Headset, ShieldCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { GroupRangeDiscount } from "../../../src/modules/group-range-discounts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { PasswordStrength } from "../../parts/PasswordStrength.tsx";
import { useChoices } from "../../forms/choices.ts";
import { connections, queues, roles } from "../../lists/company-lists.ts";
import type { User } from "./types.ts";
import { bodyOf, valuesOf } from "./user-values.ts";

type Discount = Wire<GroupRangeDiscount>;

type Props = { listing: Listing<User>; title: string; row: User | null; onClose: () => void };

const tabs = { who: "users.parts.who", access: "users.parts.access" };

const proof: Field = {
  name: "password",
  label: "users.ownPassword",
  hint: "users.ownPasswordHint",
  type: "password",
  required: true,
  max: 128,
  autoComplete: "current-password",
  messages: { wrong: "profile.wrongPassword" },
};

/**
 * Whether the server asks for the password: for changes of the user's own or another admin's
 * sign-in, or for demoting another admin.
 */
const needsProof = (row: User, { email, password, profile }: FormValues) =>
  (row.id === me.value?.id || row.profile === "admin") &&
  (password !== "" ||
    String(email).trim().toLowerCase() !== row.email ||
    (row.id !== me.value?.id && profile !== row.profile));

/** Creates or edits a user: data, permissions and queues. rules.md#form-limits */
export function UserDialog({ title, row, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(queues);
  useChoices(connections);
  useChoices(roles, can("roles.read"));
  const [discounts, setDiscounts] = useState<Discount[]>([]);
  const [hasTotp, setHasTotp] = useState(row?.totp === true && row.id !== me.value?.id);
  const [isTurningOff, setIsTurningOff] = useState(false);
  const edit = useEdit(row, () => bodyOf(valuesOf(row)));
  useEffect(
    () => void api.get<Discount[]>("/groupRangeDiscounts/list").then(setDiscounts, () => undefined),
    [],
  );

  const save = async (values: FormValues) => {
    await saveEdit("/users", edit, bodyOf(values));
    toast.success(t("users.saved"));
  };

  const fields = (values: FormValues): Field[] => [
    { name: "name", label: "users.name", required: true, min: 2, max: 50, tab: tabs.who },
    { name: "email", label: "auth.email", type: "email", required: true, max: 254, tab: tabs.who },
    {
      name: "password",
      label: row ? "profile.newPassword" : "auth.password",
      type: "password",
      hint: row ? "users.passwordHint" : "setup.passwordHint",
      required: !row,
      min: 8,
      max: 128,
      autoComplete: "new-password",
      tab: tabs.who,
    },
    ...(row && needsProof(row, values)
      ? [{ ...proof, name: "currentPassword", hint: "users.changeNeedsPassword", tab: tabs.who }]
      : []),
    { name: "code", label: "users.code", hint: "users.codeHint", max: 30, tab: tabs.who },
    ...(hasTotp
      ? [{ name: "totp", label: "totp.title", type: "custom" as const, tab: tabs.who }]
      : []),
    ...(can("user-modal:editProfile")
      ? access(values, discounts, row !== null && row.id === me.value?.id && me.value.super)
      : []),
    ...(can("user-modal:editQueues")
      ? [
          {
            name: "queueIds",
            label: "users.queues",
            type: "many" as const,
            options: queues.rows.value ?? [],
            tab: tabs.access,
          },
        ]
      : []),
  ];

  return (
    <>
      <RowDialog
        title={title}
        listing={{ fields }}
        values={valuesOf(row)}
        onSave={save}
        onClose={onClose}
        extras={{
          password: ({ password }) =>
            password !== "" && <PasswordStrength password={String(password ?? "")} />,
          totp: () => <TotpStatus onLost={() => setIsTurningOff(true)} />,
          queueIds: (typed) => <WithoutQueue isShown={servesNothing(typed)} />,
        }}
      />
      {row && isTurningOff && (
        <Dialog title={t("users.totpOff")} onClose={() => setIsTurningOff(false)}>
          <p className="mb-4">{t("users.totpOffText", { name: row.name })}</p>
          <Form
            fields={[proof]}
            values={{ password: "" }}
            submit={t("totp.turnOff")}
            onCancel={() => setIsTurningOff(false)}
            onSubmit={async (values) => {
              await api.del(`/users/${row.id}/totp`, values);
              toast.success(t("users.totpNowOff", { name: row.name }));
              setHasTotp(false);
              setIsTurningOff(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

const servesNothing = ({ profile, allTicket, queueIds }: FormValues) =>
  profile === "user" && allTicket !== true && Array.isArray(queueIds) && queueIds.length === 0;

/** Warns before saving. Screen readers announce the warning when it appears. */
function WithoutQueue({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="flex items-start gap-2 not-empty:mt-2">
      {isShown && (
        <>
          <TriangleAlert size={18} aria-hidden className="text-waiting mt-px shrink-0" />
          <span className="min-w-0 flex-1">{t("users.noQueueWarning")}</span>
        </>
      )}
    </p>
  );
}

/** Shows that a user has two-factor authentication on, with a button to turn it off for them. */
function TotpStatus({ onLost }: { onLost: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-2">
        <ShieldCheck size={20} aria-hidden className="text-primary shrink-0" />
        {t("users.totpOn")}
      </p>
      <button type="button" className="btn btn-sm" onClick={onLost}>
        {t("users.totpLost")}
      </button>
    </div>
  );
}

const profileField: Field = {
  name: "profile",
  label: "users.profile",
  type: "choice",
  required: true,
  tab: tabs.access,
  choices: [
    { value: "user", label: "menu.user", hint: "users.userDoes", icon: Headset },
    { value: "admin", label: "menu.admin", hint: "users.adminDoes", icon: ShieldCheck },
  ],
};

const access = (
  { profile, roleId }: FormValues,
  discounts: Discount[],
  isOwner: boolean,
): Field[] => [
  // The owner of the box stays an admin. A role has its own profile.
  ...(isOwner || roleId ? [] : [profileField]),
  ...(isOwner || (roles.rows.value ?? []).length === 0
    ? []
    : [
        {
          name: "roleId",
          label: "users.role",
          type: "select" as const,
          hint: "users.roleHint",
          emptyLabel: "users.noRole",
          items: (roles.rows.value ?? []).map(({ id, name }) => ({
            value: String(id),
            label: name,
          })),
          tab: tabs.access,
        },
      ]),
  ...(profile === "user"
    ? [
        {
          name: "allTicket",
          label: "users.allTicket",
          type: "switch" as const,
          hint: "users.allTicketHint",
          tab: tabs.access,
        },
      ]
    : []),
  {
    name: "whatsappId",
    label: "users.connection",
    type: "select",
    hint: "users.connectionHint",
    emptyLabel: "users.defaultConnection",
    items: (connections.rows.value ?? []).map(({ id, name }) => ({
      value: String(id),
      label: name,
    })),
    tab: tabs.access,
  },
  ...(discounts.length > 0
    ? [
        {
          name: "groupRangeDiscountId",
          label: "users.discount",
          type: "select" as const,
          hint: "users.discountHint",
          emptyLabel: "users.noDiscount",
          items: discounts.map(({ id, name, discount }) => ({
            value: String(id),
            label: `${name} (${discount}%)`,
          })),
          tab: tabs.access,
        },
      ]
    : []),
];
