import { listStories } from "../../parts/ListStories.tsx";
import { payments } from "./Payments.tsx";
import { typePayments } from "../../../src/shared/payments.ts";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", userId: 1 };
const [cash, , card] = typePayments;
const many = [
  {
    id: 1,
    name: "Dinheiro",
    code: null,
    typePaymentId: cash.id,
    typePayment: cash,
    paymentDetails: [],
    ...times,
  },
  {
    id: 2,
    name: "Cartão de crédito",
    code: "CRED",
    typePaymentId: card.id,
    typePayment: card,
    paymentDetails: [{ id: 1, minimumValue: "100.00", installments: 3 }],
    ...times,
  },
];

export const paymentStories = listStories("payments", payments, many);
