import { Send } from "lucide-react";
import { dateTime, phone, t } from "../../../kit/text.ts";
import { PagePart } from "../../../kit/PagePart.tsx";
import { State, type Tone } from "../../../kit/State.tsx";
import type { Listing } from "../../../lists/listing.ts";
import { ListPage } from "../../../lists/ListPage.tsx";
import type { Notice } from "./types.ts";

const tones: Record<Notice["state"], Tone> = { waiting: "wait", sent: "ok", failed: "bad" };

export const notices: Listing<Notice> = {
  name: "notices",
  area: "noticeLog",
  options: { path: "/billing-notices", event: "invoice", filtered: true },
  icon: Send,
  write: "billing.write",
  noCreate: true,
  canEdit: () => false,
  fields: [],
  columns: [
    {
      label: "noticeLog.company",
      cell: ({ companyName, receiver, channel }) => (
        <span className="block min-w-36 py-1">
          <span className="block font-medium wrap-anywhere">{companyName}</span>
          <span className="text-muted text-small block wrap-anywhere">
            {channel === "whatsapp" ? phone(receiver) : receiver}
          </span>
        </span>
      ),
    },
    {
      label: "noticeLog.kind",
      cell: ({ kind, channel }) => (
        <span className="block">
          <span className="block">{t(`notices.kinds.${kind}`)}</span>
          <span className="text-muted text-small block">{t(`noticeLog.channels.${channel}`)}</span>
        </span>
      ),
    },
    {
      label: "noticeLog.state",
      cell: ({ state, error }) => (
        <span className="block">
          <State tone={tones[state]}>{t(`noticeLog.states.${state}`)}</State>
          {error && (
            <span className="text-muted text-small block">{t(`noticeLog.errors.${error}`)}</span>
          )}
        </span>
      ),
    },
    {
      label: "noticeLog.at",
      cell: ({ createdAt }) => (
        <span className="tabular whitespace-nowrap">{dateTime(createdAt)}</span>
      ),
    },
  ],
};

export const NoticeLog = () => (
  <section aria-labelledby="notice-log">
    <h2 id="notice-log" className="mb-3 font-semibold">
      {t("noticeLog.title")}
    </h2>
    <ListPage frame={PagePart} listing={notices} />
  </section>
);
