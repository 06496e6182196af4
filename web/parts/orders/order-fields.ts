import { Bike, Store } from "lucide-react";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { users } from "../../lists/company-lists.ts";
import { me } from "../../session/session.ts";
import type { Address } from "../contacts/types.ts";
import type { Cart } from "./cart.ts";
import { mostInstallments, payments } from "./payments.ts";
import { inOrder, isFinal, orderStatuses } from "./statuses.ts";
import type { FullOrder } from "./types.ts";

type Named = { id: number; name: string };

/** An order, with the form parts that are not plain fields. */
export type EditedOrder = {
  order: FullOrder;
  contactId: number | undefined;
  sellers: Named[];
  /** The addresses of the chosen contact. */
  addresses: Address[];
  /** The cart, if the user has changed it. */
  cart: Cart | undefined;
};

/** Whether an order is in a final status: only status and notes may change. */
export const isSettled = (order: FullOrder) => isFinal(order, orderStatuses.rows.value ?? []);

/** The fields of an order. */
export function orderFields(
  values: FormValues,
  { order, sellers, addresses }: EditedOrder,
): Field[] {
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
  if (isSettled(order)) return [{ ...status, hint: "orders.final" }, notes];
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
            items: addresses.map(({ id, type, address, number }) => ({
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
      // An order that its contact pays later names no method.
      required: order.paymentId !== null,
      emptyLabel: order.paymentId === null ? "orders.receive.later" : undefined,
      items: payments.rows.value?.map(asItem) ?? [],
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
}

/** The body of the request that saves these values. */
export function bodyOf(values: FormValues, edited: EditedOrder) {
  const { order, contactId, addresses, cart } = edited;
  // Terms that the chosen delivery or payment does not need are sent as null.
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
  } = toRequestBody(orderFields(values, edited), values);
  const terms = isSettled(order)
    ? {}
    : {
        ...rest,
        contactId,
        userId: Number(userId) || undefined,
        contactAddressId: addresses.find(({ id }) => id === Number(contactAddressId))?.id ?? null,
        paymentId: Number(paymentId) || order.paymentId,
        installments: Number(installments ?? 1),
        changeFor: changeFor ?? "0.00",
        ...(order.couponId === null && { discount: given ?? "0.00" }),
      };
  return {
    statusId: Number(statusId),
    notes,
    ...terms,
    ...(cart && {
      orderItems: cart.map(({ productId, amount, options = [], note = "" }) => ({
        productId,
        amount,
        note,
        options,
      })),
    }),
  };
}

/** Possible sellers of an order. Reads signals. rules.md#quote */
export const sellersOf = (order: FullOrder) =>
  (users.rows.value ?? (order.user ? [order.user] : [])).filter(
    ({ id }) => me.value?.profile === "admin" || id === me.value?.id || id === order.userId,
  );

const asItem = ({ id, name }: Named) => ({ value: String(id), label: name });

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

/** The unchanged order in the form of `bodyOf`. */
export const beforeOf = (order: FullOrder) => {
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

export const valuesOf = (order: FullOrder): FormValues => {
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
    paymentId: String(paymentId ?? ""),
    installments: String(installments),
    notes,
    ...Object.fromEntries(amounts),
  };
};
