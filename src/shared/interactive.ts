import type { CardOrderState, PaymentCard } from "./payment-card.ts";

/** An option that a customer can tap. The answer brings its `id`, which decides. */
export type Choice = { id: string; title: string; description?: string };

/**
 * Buttons or a list under a text, for channels with the ability `buttons`. The message's body holds
 * the same as a text with numbers, for the other channels. rules.md#buttons
 */
export type Interactive =
  | { type: "buttons"; text: string; footer?: string; buttons: Choice[] }
  | {
      type: "list";
      text: string;
      footer?: string;
      /** The label of the button that opens the list. */
      button: string;
      sections: { title: string; rows: Choice[] }[];
    }
  /** A charge, and the state of its order: for channels with the ability `payments`. */
  | { type: "payment"; text: string; card: PaymentCard }
  | { type: "orderState"; text: string; reference: string; state: CardOrderState };

/** The ability that a channel needs to show it; the others get the message's body. */
export const abilityFor = ({ type }: Interactive) =>
  type === "payment" || type === "orderState" ? "payments" : "buttons";
