import type { AccountCheck } from "../../../src/modules/cloud-accounts/table.ts";
import { capabilitiesOf } from "../../../src/shared/capabilities.ts";
import type { Restriction } from "../../../src/shared/restrictions.ts";
import { RestrictionNotice } from "../../parts/RestrictionNotice.tsx";
import {
  connectionStates,
  type ConnectionState,
  type StatusReason,
  statusReasons,
} from "../../../src/shared/states.ts";
import { Form } from "../../forms/Form.tsx";
import { ConnectionsDown } from "../../shell/ConnectionsDown.tsx";
import { MessagesSetAside } from "../../shell/MessagesSetAside.tsx";
import type { Story } from "../../parts/story.ts";
import { Code, CodePanel } from "../../parts/linking/CodePanel.tsx";
import { Linking } from "../../parts/linking/Linking.tsx";
import { Reason } from "../../parts/linking/Reason.tsx";
import type { LinkableConnection } from "../../parts/linking/types.ts";
import { ConnectionsView } from "./Connections.tsx";
import { type FieldContext, fieldsOf } from "./fields.ts";
import { valuesOf } from "./form-values.ts";
import { CheckResults } from "./official/CheckAccount.tsx";
import { officialFields } from "./official/official-fields.ts";
import { OfficialWarning } from "./official/OfficialWarning.tsx";
import { WebhookAddress } from "./official/WebhookAddress.tsx";
import { SetAsideNotice } from "./SetAside.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

const queues = [
  { id: 1, name: "Atendimento", color: "#0f766e" },
  { id: 2, name: "Encomendas", color: "#b45309" },
];
const at = "2026-11-20T17:05:00Z";

const connection = (
  id: number,
  name: string,
  status: ConnectionState,
  change: Partial<LinkableConnection> = {},
): LinkableConnection =>
  ({
    id,
    name,
    status,
    provider: "beta",
    capabilities: capabilitiesOf("beta"),
    number: `551198888000${id}`,
    reason: null,
    retries: 0,
    setAside: 0,
    isDefault: false,
    greetingMessage: "",
    reopenMinutes: 120,
    qrcode: "",
    queues,
    queueIds: [1, 2],
    createdAt: at,
    updatedAt: at,
    ...change,
  }) as LinkableConnection;

const names = [
  "Balcão da padaria",
  "Entregas",
  "Fábrica",
  "Feira de domingo",
  "Um nome bem comprido de conexão que quase não cabe",
  "Zap",
];
const all = connectionStates.map((status, index) =>
  connection(index + 1, names[index] ?? "", status, {
    isDefault: index === 0,
    provider: index === 5 ? "practice" : "beta",
    reason: status === "DISCONNECTED" ? "loggedOut" : status === "TIMEOUT" ? "network" : null,
    queues: index === 3 ? [] : queues,
  }),
);

const notShown = [
  {
    from: { ids: [{ type: "phone" as const, value: "5511988880001" }], name: "Bia Costa" },
    at: Date.parse(at),
  },
  {
    from: { ids: [{ type: "phone" as const, value: "5511988880002" }], name: "" },
    at: Date.parse(at),
  },
];
const restrictions: Restriction[] = [
  { kind: "reachout", until: "2099-01-01T12:00:00Z", used: null, of: null },
  { kind: "reachout", until: null, used: null, of: null },
  { kind: "quota", until: "2099-01-01T12:00:00Z", used: 95, of: 100 },
  { kind: "quota", until: "2099-01-01T12:00:00Z", used: 100, of: 100 },
];
const stopped = (reason: StatusReason, id = 1) =>
  connection(
    id,
    reason,
    ["network", "restarting", "outdated"].includes(reason) ? "TIMEOUT" : "DISCONNECTED",
    { reason },
  );
const qr = connection(2, "Entregas", "qrcode", {
  number: "",
  qrcode: `2@${"a1B2".repeat(48)},${"c3D4".repeat(11)},${"e5F6".repeat(11)},1`,
  qrUntil: new Date(Date.now() + 40_000).toISOString(),
});
const fieldContext = {
  queues: queues.map((queue) => ({ ...queue, createdAt: at, updatedAt: at })),
  ias: [],
  integrations: [],
  groupNames: { ia: "IAs", integration: "Integrações" },
} as unknown as FieldContext;

const checkAnswer = {
  number: "5511977770000",
  name: "Padaria Pão Quente",
  checks: [
    { field: "accessToken", state: "ok", reason: null },
    { field: "phoneNumberId", state: "ok", reason: null },
    { field: "wabaId", state: "wrong", reason: "otherAccount" },
    { field: "appSecret", state: "unknown", reason: null },
  ],
} as const satisfies AccountCheck;

/** The parts of the connections page in each of their states. */
export const connectionStories: Story[] = [
  {
    name: "connection states",
    show: () => (
      <div className="flex flex-wrap gap-3">
        {connectionStates.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
    ),
  },
  { name: "connections", show: () => <ConnectionsView failed={false} rows={all} /> },
  { name: "connections empty", show: () => <ConnectionsView failed={false} rows={[]} /> },
  { name: "connections loading", show: () => <ConnectionsView failed={false} rows={null} /> },
  { name: "connections refused", show: () => <ConnectionsView failed rows={null} /> },
  {
    name: "connection reasons",
    show: () => (
      <div className="flex flex-col gap-2">
        {statusReasons.map((reason) => (
          <Reason key={reason} connection={stopped(reason)} />
        ))}
      </div>
    ),
  },
  {
    name: "connection form",
    show: () => (
      <div className="max-w-lg">
        <Form
          fields={(values) => fieldsOf(fieldContext, values)}
          values={valuesOf(undefined, false)}
          submit="Salvar"
          onSubmit={async () => {}}
        />
      </div>
    ),
  },
  {
    name: "official channel form",
    show: () => (
      <div className="max-w-lg">
        <Form
          fields={officialFields(true)}
          values={{ phoneNumberId: "100000000000002", wabaId: "2", apiVersion: "v25.0" }}
          submit="Salvar"
          extras={{
            officialWarning: () => <OfficialWarning />,
            officialCheck: () => <CheckResults answer={checkAnswer} />,
          }}
          onSubmit={async () => {}}
        />
      </div>
    ),
  },
  {
    name: "official channel address",
    show: () => (
      <WebhookAddress
        webhookPath="/cloud/5a5ad6c5-2a1e-4b6f-9d0e-2f7f3f0c6a11"
        verifyToken="q83vEjRWeJq83vEjRWeJq83vEjRWeJ0"
      />
    ),
  },
  { name: "linking by QR code", show: () => <Linking connection={qr} /> },
  { name: "linking by code", show: () => <CodePanel connection={qr} onQr={() => {}} /> },
  {
    name: "pairing code",
    show: () => (
      <div className="flex flex-wrap gap-4">
        <Code code="K7QX2M9P" number="5511988880001" />
        <Code code="" number="5511988880001" />
      </div>
    ),
  },
  {
    name: "linking goes on",
    show: () => (
      <>
        <Linking connection={connection(3, "Fábrica", "OPENING")} />
        <Linking connection={connection(3, "Fábrica", "PAIRING")} />
      </>
    ),
  },
  {
    name: "linking stopped",
    show: () => (
      <>
        <Linking connection={stopped("qrExpired")} />
        <Linking connection={stopped("passkey")} />
      </>
    ),
  },
  {
    name: "messages set aside",
    show: () => (
      <div className="flex flex-col gap-2">
        <SetAsideNotice
          connection={{ ...connection(1, "Fábrica", "CONNECTED"), setAside: 1 }}
          messages={[]}
        />
        <SetAsideNotice
          connection={{ ...connection(2, "Entregas", "CONNECTED"), setAside: 2 }}
          messages={notShown}
        />
        <MessagesSetAside connections={[{ setAside: 2 }]} />
      </div>
    ),
  },
  {
    name: "connections that WhatsApp restricts",
    show: () => (
      <div className="flex flex-col gap-2">
        {restrictions.map((restriction) => (
          <RestrictionNotice key={JSON.stringify(restriction)} restriction={restriction} />
        ))}
      </div>
    ),
  },
  {
    name: "connections down",
    show: () => (
      <>
        <ConnectionsDown connections={[{ id: 1, name: "Fábrica", since: at }]} />
        <ConnectionsDown
          connections={[
            { id: 1, name: "Fábrica", since: at },
            { id: 2, name: "Balcão da padaria", since: at },
          ]}
        />
      </>
    ),
  },
];
