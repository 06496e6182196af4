import { useSignals } from "@preact/signals-react/runtime";
import { Bike, Plus, Store } from "lucide-react";
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { useChoices } from "../../forms/choices.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { searchContacts } from "../../inbox/new-ticket.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { users } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { AddressDialog } from "../contacts/AddressDialog.tsx";
import { useAddresses } from "../contacts/addresses.ts";
import { ContactPicker } from "../contacts/ContactPicker.tsx";
import { me } from "../../session/session.ts";
import type { Contact } from "../../types.ts";
import { LoadingOrder } from "./OrderDetails.tsx";
import { type Cart, cartOf, EditItems } from "./EditItems.tsx";
import { NewTotalView, useNewTotal } from "./NewTotal.tsx";
import { mostInstallments, payments } from "./payments.ts";
import { inOrder, isFinal, orderStatuses } from "./statuses.ts";
import type { FullOrder, Order } from "./types.ts";
import { useOrder } from "./use-order.ts";
import "./texts.ts";

/**
 * Changes an order: status, who buys and who sells, how it is brought and paid, notes, and what is
 * in it.
 */
export function EditOrder({
  id,
  number,
  onClose,
}: Pick<Order, "id" | "number"> & { onClose: () => void }) {
  const { t } = useTranslation();
  const { order, failed, read } = useOrder(id);
  const [first, setFirst] = useState<FullOrder | null>(null);
  // What others change meanwhile does not change what one is typing.
  if (order && !first) setFirst(order);
  if (first) return <OrderForm order={first} onClose={onClose} />;
  return (
    <Dialog title={t("orders.edit", { number })} onClose={onClose}>
      {failed ? (
        <LoadError title={t("orders.failed")} error={failed} onRetry={read} />
      ) : (
        <LoadingOrder />
      )}
    </Dialog>
  );
}

function OrderForm({ order, onClose }: { order: FullOrder; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [cart, setCart] = useState<Cart>(() => cartOf(order));
  const [isAdding, setIsAdding] = useState(false);
  useChoices(orderStatuses);
  useChoices(payments);
  useChoices(users);
  const [contact, setContact] = useState<Person | null>(
    () => order.contact && { ...order.contact, profilePicUrl: "" },
  );
  const [isTried, setIsTried] = useState(false);
  const addresses = useAddresses(contact?.id ?? 0);
  useEffect(() => searchContacts(""), []);
  const isSettled = isFinal(order, orderStatuses.rows.value ?? []);
  const isOtherContact = contact?.id !== order.contactId;
  const isCartChanged = JSON.stringify(cart) !== JSON.stringify(cartOf(order));

  // rules.md#quote
  const sellers = (users.rows.value ?? (order.user ? [order.user] : [])).filter(
    ({ id }) => me.value?.profile === "admin" || id === me.value?.id || id === order.userId,
  );

  const fields = (values: FormValues): Field[] => {
    const payment = payments.rows.value?.find(({ id }) => id === Number(values.paymentId));
    const parts = mostInstallments(payment, order.total);
    const status: Field = {
      name: "statusId",
      label: "orders.status",
      type: "select",
      required: true,
      items: inOrder(orderStatuses.rows.value ?? [order.status]).map(asItem),
    };
    const notes: Field = {
      name: "notes",
      label: "orders.notes",
      type: "textarea",
      rows: 3,
      max: 2000,
    };
    if (isSettled) return [{ ...status, hint: "orders.final" }, notes];
    return [
      status,
      { name: "contactId", label: "orders.contact", type: "custom" },
      {
        name: "userId",
        label: "orders.seller",
        type: "select",
        required: true,
        emptyLabel: "common.choose",
        items: sellers.map(asItem),
      },
      {
        name: "typeRoute",
        label: "orders.route",
        type: "choice",
        required: true,
        choices: [
          { value: "ENTREGA", label: "orders.routes.ENTREGA", icon: Bike },
          { value: "RETIRADA", label: "orders.routes.RETIRADA", icon: Store },
        ],
      },
      ...(values.typeRoute === "ENTREGA"
        ? [
            {
              name: "contactAddressId",
              label: "orders.address",
              type: "select" as const,
              required: true,
              emptyLabel: "common.choose",
              items: (addresses.rows ?? []).map(({ id, type, address, number }) => ({
                value: String(id),
                label: `${type}: ${address}, ${number}`,
              })),
            },
          ]
        : []),
      {
        name: "paymentId",
        label: "orders.payment",
        type: "select",
        required: true,
        items: (payments.rows.value ?? order.payments.map(({ payment }) => payment)).map(asItem),
      },
      ...(parts > 1
        ? [
            {
              name: "installments",
              label: "orders.parts",
              type: "select" as const,
              items: Array.from({ length: parts }, (_, index) => ({
                value: String(index + 1),
                label: `${index + 1}×`,
              })),
            },
          ]
        : []),
      ...(payment?.typePayment.change ? [change] : []),
      ...(order.couponId === null ? [discount] : []),
      notes,
    ];
  };

  const bodyOf = (values: FormValues) => {
    // What the chosen way does not ask for is sent as none.
    const {
      statusId,
      notes,
      userId,
      contactAddressId,
      paymentId,
      installments,
      changeFor,
      discount: given,
      contactId: _,
      ...rest
    } = toRequestBody(fields(values), values);
    const terms = isSettled
      ? {}
      : {
          ...rest,
          contactId: contact?.id,
          userId: Number(userId) || undefined,
          contactAddressId:
            addresses.rows?.find(({ id }) => id === Number(contactAddressId))?.id ?? null,
          paymentId: Number(paymentId),
          installments: Number(installments ?? 1),
          changeFor: changeFor ?? "0.00",
          ...(order.couponId === null && { discount: given ?? "0.00" }),
        };
    return {
      statusId: Number(statusId),
      notes,
      ...terms,
      ...(isCartChanged && {
        orderItems: cart.map(({ productId, amount }) => ({ productId, amount })),
      }),
    };
  };
  const edit = useEdit(order, () => beforeOf(order));
  const save = async (values: FormValues) => {
    setIsTried(true);
    if (!isSettled && !contact)
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: { contactId: "required" } });
    await saveEdit("/orders", edit, bodyOf(values));
    toast.success(t("common.updated"));
  };

  return (
    <>
      <RowDialog
        title={t("orders.edit", { number: order.number })}
        listing={{ fields }}
        values={valuesOf(order)}
        changed={isCartChanged || isOtherContact}
        extras={{
          contactId: () => (
            <ContactPicker
              contact={contact}
              onChange={setContact}
              missing={isTried && !contact}
              onType={() => setIsTried(false)}
            />
          ),
          notes: (values) =>
            !isSettled && (
              <ItemsAndTotal
                order={order}
                cart={cart}
                onChange={setCart}
                body={contact && addresses.rows && bodyOf(values)}
                isOpen={
                  values.typeRoute === "ENTREGA" &&
                  !addresses.rows?.some(({ id }) => id === Number(values.contactAddressId))
                }
              />
            ),
          contactAddressId: () =>
            contact && (
              <button
                type="button"
                className="btn btn-ghost btn-sm mt-1 -ml-2"
                onClick={() => setIsAdding(true)}
              >
                <Plus size={16} aria-hidden />
                {t("contacts.addresses.add")}
              </button>
            ),
        }}
        onSave={save}
        onClose={onClose}
      />
      {isAdding && contact && (
        <AddressDialog contactId={contact.id} address={null} onClose={() => setIsAdding(false)} />
      )}
    </>
  );
}

function ItemsAndTotal({
  order,
  body,
  isOpen,
  ...items
}: {
  order: FullOrder;
  cart: Cart;
  onChange: Dispatch<SetStateAction<Cart>>;
  body: object | null;
  isOpen: boolean;
}) {
  const { figures, refused } = useNewTotal(order, isOpen ? null : body);
  return (
    <div className="mt-4">
      <EditItems order={order} lines={figures.orderItems} {...items} />
      {body && (
        <NewTotalView
          figures={figures}
          before={order.total}
          refused={refused}
          isOpen={isOpen}
          changeFor={(body as { changeFor?: string }).changeFor}
        />
      )}
    </div>
  );
}

type Person = Pick<Contact, "id" | "name" | "number" | "profilePicUrl">;

const asItem = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

const change: Field = {
  name: "changeFor",
  label: "orders.changeFrom",
  hint: "orders.changeHint",
  type: "money",
  messages: { invalid: "orders.changeTooLow" },
};
const discount: Field = {
  name: "discount",
  label: "orders.discount",
  type: "money",
  messages: { invalid: "orders.discountRefused" },
};

/** The order as `bodyOf` would say it. */
const beforeOf = (order: FullOrder) => {
  const { statusId, notes, contactId, userId, typeRoute, paymentId, installments } = order;
  const { changeFor, discount, contactAddressId } = order;
  return {
    statusId,
    notes,
    contactId,
    userId,
    typeRoute,
    contactAddressId: typeRoute === "ENTREGA" ? contactAddressId : null,
    paymentId,
    installments,
    changeFor,
    discount,
  };
};

const valuesOf = (order: FullOrder): FormValues => {
  const { statusId, userId, typeRoute, contactAddressId, paymentId, installments, notes } = order;
  const amounts = Object.entries(toFormValues([change, discount], order)).map(([name, value]) => [
    name,
    Number(order[name as "changeFor" | "discount"]) > 0 ? value : "",
  ]);
  return {
    statusId: String(statusId),
    userId: String(userId ?? ""),
    typeRoute,
    contactAddressId: String(contactAddressId ?? ""),
    paymentId: String(paymentId),
    installments: String(installments),
    notes,
    ...Object.fromEntries(amounts),
  };
};
