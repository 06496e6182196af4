import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheck, CircleMinus } from "lucide-react";
import { useId, useState } from "react";
import type { FullContact } from "../../../inbox/full-contacts.ts";
import { api } from "../../../kit/api.ts";
import { download } from "../../../kit/download.ts";
import { onDemand } from "../../../kit/on-demand.ts";
import { language, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { mayOptOut, OptOutDialog } from "../../../parts/contacts/lazy-dialogs.ts";
import {
  type ContactOptOut,
  optOutFacts,
  useContactOptOut,
} from "../../../parts/contacts/opt-out.ts";
import { can } from "../../../session/can.ts";
import { live } from "../../../session/live.ts";
import { Card } from "./Card.tsx";

const EraseDialog = onDemand(
  async () => (await import("../../../parts/contacts/EraseDialog.tsx")).EraseDialog,
);

/** Whether campaigns write to the contact, and what a person may demand by law. */
export function Consent({ person }: { person: FullContact }) {
  useSignals();
  const { t } = useTranslation();
  const [erasing, setErasing] = useState(false);
  const mayErase = can("contacts-page:deleteContact") && !person.isGroup;
  const hasCampaigns = mayOptOut.value && !person.isGroup;
  if (!hasCampaigns && !mayErase) return null;
  const isOffline = live.state.value === "offline";
  const exportData = () =>
    void download(`/contacts/${person.id}/export`, {
      format: "html",
      language: language.peek(),
    }).catch(toast.error);
  return (
    <Card title={t("contactPage.consent.title")}>
      {hasCampaigns && <Campaigns person={person} />}
      {mayErase && (
        <div className="mt-2 flex gap-2">
          <button type="button" className="btn btn-sm flex-1" onClick={exportData}>
            {t("contactPage.consent.export")}
          </button>
          <button
            type="button"
            className="btn btn-sm text-error flex-1"
            disabled={isOffline}
            title={isOffline ? t("contactPage.offline") : undefined}
            onClick={() => setErasing(true)}
          >
            {t("contactPage.consent.erase")}
          </button>
        </div>
      )}
      {erasing && <EraseDialog person={person} onClose={() => setErasing(false)} />}
    </Card>
  );
}

function Campaigns({ person }: { person: FullContact }) {
  const { t } = useTranslation();
  const id = useId();
  const { state, failed, read, setState } = useContactOptOut(person.id, true);
  const [editing, setEditing] = useState(false);
  if (!state) return failed ? <LoadFailed retry={read} /> : null;
  const { optOut, suggestion } = state;
  const dismiss = () =>
    void api
      .del<ContactOptOut>(`/contacts/${person.id}/opt-out/suggestion`)
      .then(setState, toast.error);
  const Icon = optOut ? CircleMinus : CircleCheck;
  return (
    <>
      <div className="flex items-start gap-2.5 py-2">
        <Icon size={18} aria-hidden className={optOut ? "text-muted" : "text-primary"} />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block cursor-pointer">
            {t("contactPage.consent.campaigns")}
          </label>
          <p className="text-muted text-small break-words">
            {optOut ? optOutFacts(optOut) : t("contacts.optOut.gets")}
          </p>
        </div>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="toggle toggle-primary mt-0.5"
          checked={!optOut}
          onChange={() => setEditing(true)}
        />
      </div>
      {suggestion && (
        <div className="border-line bg-base-200 rounded-lg border px-3 py-2.5">
          <p className="font-medium">{t("contacts.optOut.maybe")}</p>
          <p className="text-muted text-small break-words">
            {t("contacts.optOut.answered", {
              text: suggestion.text,
              campaign: suggestion.campaign,
            })}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <button type="button" className="btn btn-sm" onClick={() => setEditing(true)}>
              {t("contacts.optOut.confirm")}
            </button>
            <button type="button" className="btn btn-ghost btn-sm" onClick={dismiss}>
              {t("contacts.optOut.dismiss")}
            </button>
          </div>
        </div>
      )}
      {editing && <OptOutDialog contact={person} onClose={() => setEditing(false)} />}
    </>
  );
}
