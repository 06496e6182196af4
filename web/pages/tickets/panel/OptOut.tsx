import { useSignals } from "@preact/signals-react/runtime";
import { MegaphoneOff } from "lucide-react";
import { useState } from "react";
import { api } from "../../../kit/api.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { mayOptOut, OptOutDialog } from "../../../parts/contacts/lazy-dialogs.ts";
import {
  type ContactOptOut,
  optOutFacts,
  useContactOptOut,
} from "../../../parts/contacts/opt-out.ts";

type Contact = { id: number; name: string };

/** Whether campaigns write to the contact. Shows also an answer that may be a request to stop. */
export function OptOut({ contact }: { contact: Contact }) {
  useSignals();
  const { state, setState } = useContactOptOut(contact.id, mayOptOut.value);
  const [editing, setEditing] = useState(false);
  if (!state) return null;
  return (
    <>
      <OptOutView
        state={state}
        onEdit={() => setEditing(true)}
        onDismiss={() =>
          void api
            .del<ContactOptOut>(`/contacts/${contact.id}/opt-out/suggestion`)
            .then(setState, toast.error)
        }
      />
      {editing && <OptOutDialog contact={contact} onClose={() => setEditing(false)} />}
    </>
  );
}

type View = { state: ContactOptOut; onEdit: () => void; onDismiss: () => void };

export function OptOutView({ state: { optOut, suggestion }, onEdit, onDismiss }: View) {
  const { t } = useTranslation();
  if (suggestion)
    return (
      <section
        aria-label={t("contacts.optOut.maybe")}
        className="border-line bg-base-200 mx-4 mb-4 rounded-lg border px-3 py-2.5"
      >
        <p className="font-medium">{t("contacts.optOut.maybe")}</p>
        <p className="text-muted text-small break-words">
          {t("contacts.optOut.answered", { text: suggestion.text, campaign: suggestion.campaign })}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <button type="button" className="btn btn-sm" onClick={onEdit}>
            {t("contacts.optOut.confirm")}
          </button>
          <button type="button" className="btn btn-ghost btn-sm" onClick={onDismiss}>
            {t("contacts.optOut.dismiss")}
          </button>
        </div>
      </section>
    );
  if (!optOut)
    return (
      <p className="text-muted text-small px-4 pb-4">
        {t("contacts.optOut.gets")}{" "}
        <button type="button" className="link text-primary" onClick={onEdit}>
          {t("contacts.optOut.do")}
        </button>
      </p>
    );
  return (
    <div className="px-4 pb-4">
      <p className="inline-flex items-center gap-1.5 font-medium">
        <MegaphoneOff size={16} aria-hidden className="shrink-0" />
        {t("contacts.optOut.isOut")}
      </p>
      <p className="text-muted text-small break-words">{optOutFacts(optOut)}</p>
      <button type="button" className="link text-primary text-small" onClick={onEdit}>
        {t("contacts.optOut.back")}
      </button>
    </div>
  );
}
