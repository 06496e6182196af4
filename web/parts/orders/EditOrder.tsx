import { useSignals } from "@preact/signals-react/runtime";
import { Plus } from "lucide-react";
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { useChoices } from "../../forms/choices.ts";
import type { FormValues } from "../../forms/form.ts";
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
import type { Contact } from "../../types.ts";
import { LoadingOrder } from "./LoadingOrder.tsx";
import { type Cart, cartOf, wishesOf } from "./cart.ts";
import { EditItems } from "./EditItems.tsx";
import { NewTotalView, useNewTotal } from "./NewTotal.tsx";
import {
  beforeOf,
  bodyOf,
  type EditedOrder,
  isSettled,
  orderFields,
  sellersOf,
  valuesOf,
} from "./order-fields.ts";
import { payments } from "./payments.ts";
import { orderStatuses } from "./statuses.ts";
import type { FullOrder, Order } from "./types.ts";
import { useOrder } from "./use-order.ts";
import "./texts.ts";

/** Changes an order: status, customer, seller, delivery, payment, notes and items. */
export function EditOrder({
  id,
  number,
  onClose,
}: Pick<Order, "id" | "number"> & { onClose: () => void }) {
  const { t } = useTranslation();
  const { order, failed, read } = useOrder(id);
  const [first, setFirst] = useState<FullOrder | null>(null);
  // Other users' changes do not replace the text that this user types.
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
  const addresses = useAddresses(contact?.id ?? null);
  useEffect(() => searchContacts(""), []);
  const mayChangeTerms = !isSettled(order);
  const isOtherContact = contact?.id !== order.contactId;
  const isCartChanged = wishesOf(cart) !== wishesOf(cartOf(order));

  const edited: EditedOrder = {
    order,
    contactId: contact?.id,
    sellers: sellersOf(order),
    addresses: addresses.rows ?? [],
    cart: isCartChanged ? cart : undefined,
  };
  const edit = useEdit(order, () => beforeOf(order));
  const save = async (values: FormValues) => {
    setIsTried(true);
    if (mayChangeTerms && !contact && order.contactId !== null)
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: { contactId: "required" } });
    await saveEdit("/orders", edit, bodyOf(values, edited));
    toast.success(t("common.updated"));
  };

  return (
    <>
      <RowDialog
        title={t("orders.edit", { number: order.number })}
        listing={{ fields: (values) => orderFields(values, edited) }}
        values={valuesOf(order)}
        changed={isCartChanged || isOtherContact}
        extras={{
          contactId: () => (
            <ContactPicker
              contact={contact}
              onChange={setContact}
              missing={isTried && !contact && order.contactId !== null}
              onType={() => setIsTried(false)}
            />
          ),
          notes: (values) =>
            mayChangeTerms && (
              <ItemsAndTotal
                order={order}
                cart={cart}
                onChange={setCart}
                body={addresses.rows && bodyOf(values, edited)}
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
  const { figures, refused, problems } = useNewTotal(order, isOpen ? null : body);
  return (
    <div className="mt-4">
      <EditItems order={order} lines={figures.orderItems} problems={problems} {...items} />
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
