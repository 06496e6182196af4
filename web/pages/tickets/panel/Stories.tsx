import { type ReactNode, useState } from "react";
import { Header } from "../head/Header.tsx";
import { ViewerFaces } from "../head/Viewers.tsx";
import { TagBox } from "../head/TagBox.tsx";
import { Transfer } from "../dialogs/transfer/Transfer.tsx";
import { type ExtraField, nameErrors } from "../../../parts/contacts/extra-fields.ts";
import { ExtraFields } from "../../../parts/contacts/ExtraFields.tsx";
import type { Message, Ticket } from "../../../types.ts";
import { sampleOrders } from "../../../parts/orders/samples.ts";
import { ContactSalesView } from "./ContactSales.tsx";
import { GroupMembers } from "./Group.tsx";
import { MediaList } from "./Media.tsx";
import { LoadFailed } from "../../../lists/NextPage.tsx";

const at = "2026-11-20T12:00:00Z";

function sent(
  id: number,
  mediaType: Message["mediaType"],
  mediaName: string,
  type: string,
  mediaUrl: string | null,
): Message {
  return {
    id,
    ticketId: 1,
    contactId: 1,
    whatsappId: 1,
    providerId: `${id}`,
    clientId: null,
    origin: "contact",
    userId: null,
    fromMe: false,
    read: true,
    ack: 0,
    reason: null,
    body: "",
    mediaType,
    quotedMsgId: null,
    quote: null,
    referral: null,
    forwarded: null,
    isDeleted: false,
    isEdited: false,
    sentAt: at,
    createdAt: at,
    updatedAt: at,
    mediaUrl,
    mediaName,
    media: {
      type,
      size: 250_000,
      seconds: 12,
      voice: mediaType === "audio",
      waveform: null,
      reason: null,
    },
    retryAt: null,
    place: null,
    template: null,
    interactive: null,
    contacts: [],
    reactions: [],
    contact: { id: 1, name: "Bia Nogueira", profilePicUrl: "" },
    quotedMsg: null,
    user: null,
  };
}

const pictures = ["#0f766e", "#b45309", "#6d4fb3"].map((color, index) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${color}"/></svg>`;
  return sent(
    index + 1,
    "image",
    "foto.svg",
    "image/svg+xml",
    `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  );
});
const documents = [
  sent(
    4,
    "application",
    "Orçamento da festa de dezembro com todos os doces.pdf",
    "application/pdf",
    "/none.pdf",
  ),
  sent(5, "application", "Lista.xlsx", "application/vnd.ms-excel", null),
];
const people = Array.from({ length: 11 }, (_, index) => ({
  contactId: index,
  name: ["Bia Nogueira", "Davi Prado", "5511988880003"][index % 3] ?? "",
  number: `551198888000${index % 3}`,
}));

/** The header's parts and the contact's panel in their states, for the gallery. */
export const panelStories = (open: Ticket): { name: string; show: () => ReactNode }[] => [
  {
    name: "who else looks",
    show: () => (
      <div className="flex flex-col gap-2">
        <ViewerFaces people={[{ id: 2, name: "Ana", typing: false }]} />
        <ViewerFaces
          people={[
            { id: 2, name: "Ana", typing: true },
            { id: 3, name: "Rui", typing: false },
          ]}
        />
        <ViewerFaces
          people={["Ana", "Rui", "Lia", "Caio"].map((name, id) => ({ id, name, typing: false }))}
        />
      </div>
    ),
  },
  {
    name: "a ticket's tags",
    show: () => (
      <Narrow>
        <TagBox
          ticket={{
            ...open,
            tags: ["VIP", "Alergia a glúten", "Retirada na loja"].map((name, index) => ({
              id: index + 1,
              name,
              color: ["#0f766e", "#b91c1c", "#f3c969"][index] ?? "",
            })),
          }}
          place="panel"
        />
      </Narrow>
    ),
  },
  {
    name: "a ticket without tags",
    show: () => (
      <Narrow>
        <TagBox ticket={open} place="panel" />
      </Narrow>
    ),
  },
  {
    name: "narrow headers",
    show: () => (
      <Narrow>
        {(["open", "pending", "closed"] as const).map((status) => (
          <Header key={status} ticket={{ ...open, status }} single />
        ))}
      </Narrow>
    ),
  },
  { name: "transfer", show: Transferring },
  { name: "a contact's own fields", show: Fields },
  {
    name: "who is in a group",
    show: () => (
      <Narrow>
        <GroupMembers
          people={people}
          failed={null}
          retry={() => {}}
          all={false}
          onAll={() => {}}
          title="11 participantes"
        />
      </Narrow>
    ),
  },
  {
    name: "a contact's pictures",
    show: () => (
      <Narrow>
        <MediaList kind="image" messages={pictures} onGo={() => {}} />
      </Narrow>
    ),
  },
  {
    name: "a contact's documents",
    show: () => (
      <Narrow>
        <MediaList kind="application" messages={documents} onGo={() => {}} />
      </Narrow>
    ),
  },
  {
    name: "a contact's sounds",
    show: () => (
      <Narrow>
        <MediaList
          kind="audio"
          messages={[sent(6, "audio", "", "audio/ogg", null)]}
          onGo={() => {}}
        />
      </Narrow>
    ),
  },
  {
    name: "what a contact bought",
    show: () => (
      <Narrow>
        <ContactSalesView
          sales={{ budgets: [], orders: sampleOrders(5), count: 4, spent: "312.40" }}
        />
      </Narrow>
    ),
  },
  {
    name: "a part that failed",
    show: () => (
      <Narrow>
        <LoadFailed retry={() => {}} />
      </Narrow>
    ),
  },
];

const Narrow = ({ children }: { children: ReactNode }) => (
  <div className="bg-base-100 w-80">{children}</div>
);

function Transferring() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Transferir
      </button>
      {open && <Transfer tickets={[]} onClose={() => setOpen(false)} />}
    </>
  );
}

function Fields() {
  const [rows, setRows] = useState<ExtraField[]>([
    { key: 1, id: 1, name: "CPF", value: "123.456.789-09" },
    { key: 2, id: 2, name: "Rua", value: "" },
    { key: -1, id: null, name: "rua", value: "Palmeiras" },
  ]);
  return (
    <div className="max-w-lg">
      <ExtraFields rows={rows} faults={nameErrors(rows)} onChange={setRows} />
    </div>
  );
}
