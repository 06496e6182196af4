import { useEffect, useState } from "react";
import { useSignals } from "@preact/signals-react/runtime";
import type { Facts } from "../../../../src/shared/variables.ts";
import { api } from "../../../kit/api.ts";
import { quicks } from "../../../lists/company-lists.ts";
import type { Order } from "../../../parts/orders/types.ts";
import { live } from "../../../session/live.ts";
import { can } from "../../../session/can.ts";
import { me, plan } from "../../../session/session.ts";
import { useContact } from "../../../inbox/full-contacts.ts";
import type { Ticket } from "../../../types.ts";

/**
 * The values of a ticket's variables, and of its contact's last order. Null until the contact is
 * loaded, which happens when it is `needed`.
 */
export function useVariableValues(ticket: Ticket, needed: boolean): Facts | null {
  useSignals();
  const contact = useContact(ticket.contactId, needed).contact.value;
  const order = useLastOrder(ticket.contactId, needed);
  if (!contact || !me.value) return null;
  const { name: user, company } = me.value!;
  return {
    contact,
    ticket,
    user,
    queue: ticket.queue?.name ?? "",
    connection: ticket.whatsapp?.name ?? "",
    company: company.name,
    now: Date.now(),
    timezone: company.timezone,
    order,
  };
}

/** The contact's last order. It is loaded only when a quick message uses an order variable. */
function useLastOrder(contactId: number, needed: boolean): Facts["order"] {
  useSignals();
  const [loaded, setLoaded] = useState<{ contactId: number; order: Facts["order"] }>();
  const isAsked =
    needed &&
    plan.value?.useSales === true &&
    can("orders.read") &&
    (quicks.rows.value ?? []).some(({ message }) => message.includes("{{order"));
  useEffect(() => {
    if (!isAsked) return;
    let isLate = false;
    const read = async () => {
      const { orders } = await api.get<{ orders: Order[] }>(`/contacts/${contactId}/sales`);
      const { orderWords } = await import("../../../../src/shared/order-words.ts");
      const [last] = orders;
      const zone = me.peek()?.company.timezone ?? "America/Sao_Paulo";
      const order = last && orderWords(last, last.contactAddress, zone);
      if (!isLate) setLoaded({ contactId, order });
    };
    const readAgain = () => void read().catch(() => undefined);
    readAgain();
    const close = live.on("order", readAgain);
    return () => {
      isLate = true;
      close();
    };
  }, [contactId, isAsked]);
  return loaded?.contactId === contactId ? loaded.order : undefined;
}
