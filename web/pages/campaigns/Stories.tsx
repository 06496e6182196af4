import type { ComponentProps } from "react";
import { addTexts } from "../../kit/translations.ts";
import { StatusChip } from "../../parts/campaigns/StatusChip.tsx";
import type { Campaign } from "../../parts/campaigns/types.ts";
import type { Story } from "../../parts/story.ts";
import { Counted } from "./Audience.tsx";
import { Curve } from "./report/Curve.tsx";
import { FunnelView } from "./report/FunnelView.tsx";
import { Paused } from "./report/Moves.tsx";
import { Reasons, Variants } from "./report/Tables.tsx";
import reportTexts from "./report/texts.json";
import type { Report } from "./report/types.ts";
import { Going } from "./StartDialog.tsx";
import texts from "./texts.json";
import { VariantText } from "./VariantText.tsx";

addTexts(texts);
addTexts(reportTexts);

type CountedProps = ComponentProps<typeof Counted>["counted"];

const at = "2026-11-20T12:00:00Z";

const campaign: Campaign = {
  id: 1,
  name: "Natal",
  message1: "Oi {nome}",
  message2: "",
  message3: "",
  message4: "",
  message5: "",
  confirmationMessage1: "",
  confirmationMessage2: "",
  confirmationMessage3: "",
  confirmationMessage4: "",
  confirmationMessage5: "",
  confirmation: true,
  status: "EM_ANDAMENTO",
  scheduledAt: null,
  startedAt: at,
  completedAt: null,
  whatsappId: 1,
  contactListId: 1,
  tagListId: null,
  fileListId: null,
  userId: 1,
  sendWindow: "own",
  windowStart: "09:00",
  windowEnd: "18:00",
  windowDays: [1, 2, 3, 4, 5],
  pauseReason: null,
  pausedAt: null,
  holdReason: null,
  nextAt: at,
  isPrepared: true,
  createdAt: at,
  updatedAt: at,
  template: null,
  mediaPath: null,
  mediaName: null,
  whatsapp: { id: 1, name: "Balcão" },
  contactList: { id: 1, name: "Clientes", contactsCount: 1200 },
  fileList: null,
  contactListIds: [],
  exceptListIds: [],
  segment: null,
  segmentId: null,
  isEditable: false,
};

const costs = {
  messages: 640,
  billable: 640,
  unpriced: 0,
  totals: [{ currency: "USD" as const, amount: "40.00" }],
};

const report: Report = {
  orders: 6,
  revenue: "150.00",
  resultDays: 7,
  better: 1,
  campaign,
  costs,
  valids: 1100,
  delivered: 640,
  confirmationRequested: 900,
  confirmed: 700,
  progress: 58.2,
  funnel: {
    total: 1200,
    valid: 1160,
    waiting: 460,
    asked: 900,
    confirmed: 700,
    sent: 690,
    delivered: 640,
    read: 410,
    answered: 120,
    failed: 8,
    skipped: 30,
    optedOut: 12,
    optedOutAfter: 4,
  },
  curve: [0, 1, 2, 3, 4, 5].map((step) => ({
    at: new Date(Date.parse(at) + step * 300_000).toISOString(),
    sent: 40 + step * 20,
    delivered: 35 + step * 19,
    read: 10 + step * 15,
    answered: step * 4,
  })),
  variants: [
    {
      variant: 1,
      sent: 350,
      delivered: 320,
      read: 210,
      answered: 70,
      failed: 3,
      orders: 3,
      revenue: "75.00",
      buyers: 3,
    },
    {
      variant: 2,
      sent: 340,
      delivered: 320,
      read: 200,
      answered: 50,
      failed: 5,
      orders: 3,
      revenue: "75.00",
      buyers: 3,
    },
  ],
  reasons: [
    { state: "skipped", reason: "notOnWhatsapp", count: 30 },
    { state: "optedOut", reason: "optedOut", count: 12 },
    { state: "failed", reason: "ERR_SENDING_WAPP_MSG", count: 6 },
    { state: "failed", reason: "ERR_WAPP_REACHOUT", count: 2 },
  ],
  endsAt: "2026-11-20T18:00:00Z",
  pace: { sentToday: 400, capToday: 1000 },
};

const states: Partial<Campaign>[] = [
  { status: "INATIVA" },
  { status: "INATIVA", whatsappId: null },
  { status: "PROGRAMADA", pauseReason: null, holdReason: null },
  { status: "EM_ANDAMENTO", pauseReason: null, holdReason: null },
  { status: "EM_ANDAMENTO", pauseReason: "refusals", holdReason: null },
  { status: "EM_ANDAMENTO", pauseReason: null, holdReason: "dailyCap" },
  { status: "CANCELADA", pauseReason: null, holdReason: null },
  { status: "FINALIZADA", pauseReason: null, holdReason: null },
];

const counted: CountedProps = {
  forecast: { ...costs, messages: 1200, billable: 1200 },
  total: 1270,
  valid: 1160,
  unknown: 40,
  invalid: 50,
  optedOut: 16,
  doubled: 4,
  excepted: 0,
  lacking: [],
  willGet: 1200,
  beginsAt: at,
  holdReason: null,
  nightAt: null,
  endsAt: "2026-11-20T18:00:00Z",
};
const goings: { going: Partial<Campaign>; when: Partial<CountedProps> }[] = [
  {
    going: {
      confirmation: false,
      message1: "Oi *{nome}*, tem bolo de fubá. Responda SAIR para não receber mais.",
      mediaName: "cardapio-de-natal.pdf",
    },
    when: { holdReason: "window" },
  },
  {
    going: {
      message2: "Olá {nome}, tem {brinde}",
      confirmationMessage1:
        "Posso mandar a oferta? Responda 1 para receber ou SAIR para não receber.",
    },
    when: { nightAt: at },
  },
  { going: { confirmation: false }, when: { holdReason: "window", beginsAt: null, endsAt: null } },
];

/** Campaigns in all states, the editor's text, and the parts of a report. */
export const campaignStories: Story[] = [
  {
    name: "campaign states",
    show: () => (
      <div className="flex flex-wrap items-start gap-3">
        {states.map((state) => (
          <StatusChip key={JSON.stringify(state)} campaign={{ ...campaign, ...state }} />
        ))}
      </div>
    ),
  },
  {
    name: "a campaign's text",
    show: () => (
      <VariantText
        text="Oi *{nome}*, tem {brinde} hoje."
        kind="message"
        name="message1"
        contactListId={null}
        fileName="cardapio-de-natal.pdf"
        readOnly={false}
        onTest={() => {}}
      />
    ),
  },
  {
    name: "a campaign about to start",
    show: () => (
      <div className="grid gap-4 lg:grid-cols-3">
        {goings.map(({ going, when }, index) => (
          <Going key={index} campaign={{ ...campaign, contactListId: null, ...going }}>
            <Counted counted={{ ...counted, ...when }} isStarting />
          </Going>
        ))}
      </div>
    ),
  },
  {
    name: "a paused campaign",
    show: () => (
      <div className="grid gap-3">
        {(["restricted", "connectionDeleted"] as const).map((pauseReason) => (
          <Paused key={pauseReason} campaign={{ ...campaign, pauseReason, pausedAt: at }} />
        ))}
      </div>
    ),
  },
  { name: "a campaign's funnel", show: () => <FunnelView report={report} /> },
  { name: "a campaign over time", show: () => <Curve curve={report.curve} /> },
  {
    name: "a campaign's tables",
    show: () => (
      <div className="flex flex-col gap-4">
        <Variants campaign={campaign} variants={report.variants} />
        <Reasons report={report} />
      </div>
    ),
  },
  {
    name: "a campaign that began",
    show: () => (
      <div className="grid gap-4">
        <Curve curve={[]} />
        <Variants campaign={campaign} variants={[]} />
        <Reasons report={{ campaign, reasons: [] }} />
      </div>
    ),
  },
];
