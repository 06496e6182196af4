import { useSignals } from "@preact/signals-react/runtime";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { decimalText } from "../../kit/decimal.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { users } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { me } from "../../session/session.ts";
import type { Counter, FullTill } from "./types.ts";

const stores = choicesOf({ name: "stores", event: "store" });

type Props = { rests: Counter["rests"]; onOpened: (id: number) => void; onClose: () => void };

/** Opens a till with one figure: the cash in the drawer. The last rest is filled in. */
export function OpenTill({ rests, onOpened, onClose }: Props) {
  useSignals();
  const { t, tag } = useTranslation();
  const isAdmin = me.value?.profile === "admin";
  useChoices(stores);
  useChoices(users, isAdmin);
  const all = stores.rows.value;
  if (!all || (isAdmin && !users.rows.value)) return null;
  const restOf = (storeId: unknown) => rests.find((rest) => rest.storeId === Number(storeId));
  const amountIn = (storeId: unknown) => decimalText(Number(restOf(storeId)?.rest ?? 0), tag);
  const fields: Field[] = [
    {
      name: "storeId",
      label: "tills.store",
      type: "select",
      required: true,
      emptyLabel: "common.choose",
      items: all.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    ...(isAdmin
      ? [
          {
            name: "userId",
            label: "tills.person",
            type: "select" as const,
            required: true,
            items: (users.rows.value ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            })),
          },
        ]
      : []),
    { name: "openingAmount", label: "tills.openingAmount", type: "money", required: true },
  ];
  const first = all.length === 1 ? all[0]!.id : "";
  const save = async (values: FormValues) => {
    const { storeId, userId, ...body } = toRequestBody(fields, values);
    const { id } = await api.post<FullTill>("/tills", {
      ...body,
      storeId: Number(storeId),
      ...(isAdmin && { userId: Number(userId) }),
    });
    onOpened(id);
  };
  return (
    <RowDialog
      title={t("tills.open")}
      listing={{ fields }}
      values={{
        storeId: String(first),
        userId: String(me.value?.id ?? ""),
        openingAmount: amountIn(first),
      }}
      onFieldChange={{ storeId: (value, put) => put({ openingAmount: amountIn(value) }) }}
      extras={{
        openingAmount: ({ storeId }) => {
          const rest = restOf(storeId);
          return rest ? (
            <p className="text-muted text-small mt-1">
              {t("tills.restOf", {
                name: rest.user?.name ?? t("common.someone"),
                amount: money(rest.rest),
              })}
            </p>
          ) : null;
        },
      }}
      submit={t("tills.open")}
      onSave={save}
      onClose={onClose}
    />
  );
}
