import { Banknote, CreditCard, type LucideIcon, QrCode, WalletCards } from "lucide-react";
import type { ReactNode } from "react";
import { cashId, pixId } from "../../../src/shared/payments.ts";
import type { Payment } from "./types.ts";

/** A method of payment to choose, with the letter that chooses it. */
export function MethodButton({
  icon: Icon,
  letter,
  isChosen,
  onChoose,
  children,
}: {
  icon: LucideIcon;
  letter: string | null;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-keyshortcuts={letter ?? undefined}
      className={`btn h-13 min-w-0 flex-nowrap justify-start gap-3 px-3 ${isChosen ? "border-primary bg-primary/10 text-primary" : ""}`}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden className={`shrink-0 ${isChosen ? "" : "text-muted"}`} />
      <span className="line-clamp-2 min-w-0 flex-1 text-left">{children}</span>
      {letter && (
        <kbd aria-hidden className="kbd kbd-sm text-base-content font-sans max-phone:hidden">
          {letter}
        </kbd>
      )}
    </button>
  );
}

/** The icon of a method, by its type. */
export const methodIcon = ({ typePaymentId }: Payment) => icons[typePaymentId] ?? WalletCards;

const icons: Record<number, LucideIcon> = {
  [cashId]: Banknote,
  [pixId]: QrCode,
  3: CreditCard,
  4: CreditCard,
};
