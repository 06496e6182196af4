import { Steps } from "../../kit/Steps.tsx";
import { listStories } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { InvoiceFacts } from "./InvoiceView.tsx";
import { invoices } from "./Invoices.tsx";
import { Payer, payerOf } from "./Payer.tsx";
import { received } from "./Received.tsx";
import { Renewed, Waiting } from "./PixView.tsx";
import { PlanStep, ReviewStep } from "./PlanSteps.tsx";
import type { Invoice } from "./types.ts";

const times = { createdAt: "2026-11-01T12:00:00Z", updatedAt: "2026-11-01T12:00:00Z" };
const invoice: Invoice = {
  ...times,
  id: 12,
  companyId: 1,
  companyName: "Padaria Pão Quente",
  detail: "Completo",
  value: "99.90",
  dueDate: "2026-01-20",
  users: 5,
  connections: 2,
  queues: 0,
  status: "open",
  paidAt: null,
  months: 1,
  lines: null,
  discount: "0.00",
  credited: "0.00",
  received: "0.00",
  rest: "99.90",
  surplus: "0.00",
};
const written: Invoice = {
  ...invoice,
  id: 16,
  detail: "Instalação, Treinamento da equipe",
  value: "180.00",
  rest: "180.00",
  discount: "19.90",
  lines: [
    { detail: "Instalação", value: "150.00" },
    { detail: "Treinamento da equipe", value: "49.90" },
  ],
};
const many: Invoice[] = [
  { ...invoice, id: 15, dueDate: "2099-12-20" },
  { ...invoice, id: 14, received: "50.00", rest: "49.90" },
  { ...written, status: "void" },
  {
    ...invoice,
    id: 13,
    status: "covered",
    detail: "Plano de rede com um nome bem comprido para uma coluna",
  },
  {
    ...invoice,
    status: "paid",
    paidAt: "2026-01-19T12:00:00Z",
    received: "199.80",
    surplus: "99.90",
  },
];
const payments = [
  {
    id: 1,
    endToEndId: "E18236120202601191200s0123456789",
    txid: "FATURA12",
    value: "50.00",
    paidAt: "2026-01-19T12:00:00Z",
    extendedTo: null,
    note: null,
    userName: null,
    createdAt: "2026-01-19T12:00:00Z",
  },
  {
    id: 2,
    endToEndId: "manual:12",
    txid: null,
    value: "99.90",
    paidAt: "2026-01-20T12:00:00Z",
    extendedTo: "2026-02-20",
    note: "Dinheiro, na loja",
    userName: "Rui",
    createdAt: "2026-01-20T12:00:00Z",
  },
];
const pix = {
  txid: "FATURA12",
  calendario: { expiracao: null },
  valor: { original: "99.90" },
  qrcode: {
    qrcode: `00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000${"52040000".repeat(8)}6304ABCD`,
  },
  invoiceId: 12,
};
const payer = payerOf({
  billingName: "Padaria Pão Quente Ltda",
  billingAddress: "Rua do Forno, 1",
  billingCity: "Santos",
  billingState: "SP",
  billingZipCode: "11010000",
});

export const invoiceStories: Story[] = [
  ...listStories("invoices", invoices, many),
  {
    name: "invoice",
    show: () => (
      <div className="max-w-lg">
        <InvoiceFacts
          invoice={{ ...invoice, months: 12, received: "50.00", rest: "49.90", payments }}
          onPaid={() => {}}
        />
      </div>
    ),
  },
  {
    name: "invoice written",
    show: () => (
      <div className="max-w-lg">
        <InvoiceFacts invoice={{ ...written, payments: [] }} onPaid={() => {}} />
      </div>
    ),
  },
  ...listStories("received", received, [
    {
      ...payments[0]!,
      invoiceId: null,
      companyId: 7,
      companyName: "Quitanda da Lia",
      detail: "Completo",
    },
    {
      ...payments[1]!,
      invoiceId: 12,
      companyId: 1,
      companyName: "Padaria Pão Quente",
      detail: "Completo",
    },
  ]),
  {
    name: "checkout payer",
    show: () => (
      <div className="max-w-lg">
        <Steps label="Etapas" names={["Dados", "Personalizar", "Revisar"]} at={0} />
        <Payer values={payer} onDone={() => {}} />
      </div>
    ),
  },
  {
    name: "checkout plan",
    show: () => (
      <div className="max-w-lg">
        <PlanStep invoice={invoice} />
      </div>
    ),
  },
  {
    name: "checkout review",
    show: () => (
      <div className="max-w-lg">
        <ReviewStep invoice={invoice} payer={payer} />
      </div>
    ),
  },
  {
    name: "checkout pix",
    show: () => (
      <div className="max-w-lg">
        <Waiting pix={pix} />
      </div>
    ),
  },
  {
    name: "checkout renewed",
    show: () => (
      <div className="max-w-lg">
        <Renewed until="2026-12-20" />
      </div>
    ),
  },
];
