import type { Story } from "../../parts/story.ts";
import { listStates } from "../../parts/ListStories.tsx";
import type { ApiToken } from "../../parts/api-tokens.ts";
import type { Webhook } from "../../parts/webhooks.ts";
import type { Connection } from "../../types.ts";
import { type Call, CallsView } from "./Calls.tsx";
import { type Delivery, DeliveriesView } from "./Deliveries.tsx";
import { OnceShown } from "./OnceShown.tsx";
import { TestForm } from "./TestForm.tsx";
import { TokensView } from "./TokenList.tsx";
import "./texts.ts";
import { Usage } from "./Usage.tsx";
import { WebhooksView } from "./WebhookList.tsx";

const at = "2026-11-20T17:05:00Z";
const lines = [{ id: 1, name: "Balcão da padaria" }] as Connection[];
const token: ApiToken = {
  id: 1,
  name: "Loja virtual",
  scopes: ["send", "read"],
  perMinute: 300,
  prefix: "bal_x7Kq2mZ9",
  createdAt: at,
  lastUsedAt: at,
  whatsappId: 1,
};
const call: Call = {
  id: 1,
  tokenName: "Loja virtual",
  status: 200,
  error: null,
  createdAt: at,
  messageId: 1042,
  ack: 3,
  reason: null,
};
const calls: Call[] = [
  call,
  { ...call, id: 2, messageId: 1041, ack: 0 },
  { ...call, id: 3, messageId: 1040, ack: -1, reason: "ERR_WAPP_INVALID_CONTACT" },
  {
    ...call,
    id: 4,
    status: 400,
    error: "O número é obrigatório",
    messageId: null,
    ack: null,
    tokenName: "Um programa de nome bem comprido que não cabe na coluna",
  },
  { ...call, id: 5, messageId: null, ack: null },
];

const webhook: Webhook = {
  id: 1,
  name: "Sistema de gestão",
  url: "https://erp.exemplo.com.br/balcao",
  events: ["message.received", "order.created"],
  active: true,
  failures: 0,
  offReason: null,
  offAt: null,
  queueIds: [],
  whatsappIds: [],
  tagIds: [],
  createdAt: at,
  updatedAt: at,
};
const webhooks: Webhook[] = [
  webhook,
  { ...webhook, id: 2, name: "Loja virtual", failures: 3, events: ["order.updated"] },
  { ...webhook, id: 3, name: "Planilha", active: false },
  {
    ...webhook,
    id: 4,
    name: "Um programa antigo de nome comprido",
    active: false,
    offReason: "unreachable",
    offAt: at,
    url: `https://exemplo.com.br/${"caminho-comprido/".repeat(8)}`,
  },
];
const delivery: Delivery = {
  id: 1,
  event: "message.received",
  state: "delivered",
  attempts: 1,
  dueAt: Date.parse(at),
  status: 200,
  error: null,
  body: '{"id":"evt_1","version":1,"event":"message.received"}',
  createdAt: at,
  updatedAt: at,
};
const deliveries: Delivery[] = [
  delivery,
  { ...delivery, id: 2, state: "waiting", attempts: 2, status: 503, error: "status" },
  { ...delivery, id: 3, state: "failed", attempts: 10, status: null, error: "too large" },
  { ...delivery, id: 4, event: "webhook.test", state: "failed", status: null, error: "off" },
];

/** The parts of the messages API page in each of their states. */
export const messagesApiStories: Story[] = [
  { name: "API usage", show: () => <Usage address="https://padaria.local:8443" /> },
  {
    name: "API tokens",
    show: () => (
      <TokensView
        connections={lines}
        tokens={[
          token,
          { ...token, id: 2, name: "Sistema de gestão", scopes: ["read"], lastUsedAt: null },
        ]}
      />
    ),
  },
  {
    name: "API tokens empty",
    show: () => (
      <>
        <TokensView connections={lines} tokens={[]} />
        <TokensView connections={[]} tokens={[]} />
      </>
    ),
  },
  { name: "API tokens loading", show: () => <TokensView connections={lines} tokens={null} /> },
  {
    name: "API token made",
    show: () => (
      <OnceShown
        title="Copie agora: este token não será mostrado de novo."
        action="Copiar token"
        text="bal_x7Kq2mZ9Vw3RkT8yLp5NcD1fGh6JbS4aEu0iXoQvMtY"
      />
    ),
  },
  { name: "API test", show: () => <TestForm /> },
  { name: "webhooks", show: () => <WebhooksView rows={webhooks} /> },
  { name: "webhooks empty", show: () => <WebhooksView rows={[]} /> },
  { name: "webhooks loading", show: () => <WebhooksView rows={null} /> },
  ...Object.entries(listStates(deliveries)).map(([state, list]) => ({
    name: `webhook deliveries ${state}`,
    show: () => <DeliveriesView list={list} active onReplay={() => {}} />,
  })),
  ...Object.entries(listStates(calls)).map(([state, list]) => ({
    name: `API calls ${state}`,
    show: () => <CallsView list={list} />,
  })),
];
