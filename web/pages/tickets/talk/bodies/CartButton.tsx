import { useSignals } from "@preact/signals-react/runtime";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { cartIn } from "../../../../../src/shared/carts.ts";
import { maySell } from "../../../../inbox/open-budgets.ts";
import { useTranslation } from "../../../../kit/text.ts";
import { toast } from "../../../../kit/Toast.tsx";
import type { Ticket } from "../../../../types.ts";

/** Creates a budget from a customer's cart, with the products that the shop sells. */
export function CartButton({
  body,
  ticket,
}: {
  body: string;
  ticket: Pick<Ticket, "id" | "contactId">;
}) {
  useSignals();
  const { t } = useTranslation();
  const [isOpening, setIsOpening] = useState(false);
  const items = cartIn(body);
  if (items.length === 0 || !maySell.value) return null;
  const open = async () => {
    setIsOpening(true);
    try {
      const { openCart } = await import("../../budgets/open-cart.ts");
      await openCart({ ticketId: ticket.id, contactId: ticket.contactId }, items);
    } catch (error) {
      toast.error(error);
    } finally {
      setIsOpening(false);
    }
  };
  return (
    <button
      type="button"
      className="btn btn-sm mt-1.5"
      disabled={isOpening}
      onClick={() => void open()}
    >
      {isOpening ? (
        <span aria-hidden className="loading loading-spinner loading-xs" />
      ) : (
        <ReceiptText size={16} aria-hidden />
      )}
      {t("messages.cartToBudget")}
    </button>
  );
}
