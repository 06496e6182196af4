import { useSignals } from "@preact/signals-react/runtime";
import { Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { draftOf, setDraft } from "../../inbox/draft.ts";
import { changeStatus, showTicket } from "../../inbox/open-ticket.ts";
import { forgetShared, readShared, type SharedContent } from "../../worker/shared-content.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Page } from "../../kit/Page.tsx";
import { t, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { addFiles } from "../../parts/writing/files-to-send.ts";
import type { Ticket } from "../../types.ts";
import { SharedParts } from "./SharedParts.tsx";
import texts from "./texts.json";
import { useOwnTickets } from "./own-tickets.ts";

addTexts(texts);

/** Takes what another app shared into a conversation of the user. rules.md#sharing */
export function Share() {
  const { t } = useTranslation();
  const [content, setContent] = useState<SharedContent | null>();
  useTitle(t(content === null ? "sharing.nothing" : "sharing.title"));

  useEffect(() => {
    void readShared().then((stored) => {
      if (stored?.ticket) void giveBack(stored, stored.ticket);
      else setContent(stored ?? null);
    });
  }, []);

  if (content === undefined) return null;
  if (content === null)
    return (
      <Empty icon={Share2} title={t("sharing.nothing")} text={t("sharing.nothingText")} page />
    );
  const drop = async () => {
    await forgetShared();
    navigate("/tickets");
  };
  return (
    <Page
      title={t("sharing.title")}
      lead={t("sharing.lead")}
      width="narrow"
      actions={
        <button type="button" className="btn" onClick={() => void drop()}>
          {t("sharing.drop")}
        </button>
      }
    >
      <div className="flex flex-col gap-4">
        <SharedParts content={content} />
        <Choice onChoose={(ticket) => void give(content, ticket)} />
      </div>
    </Page>
  );
}

/** The user's conversations and those that wait, with a search. */
function Choice({ onChoose }: { onChoose: (ticket: Ticket) => void }) {
  useSignals();
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const tickets = useOwnTickets(text);
  return (
    <section aria-label={t("sharing.conversations")}>
      <input
        type="search"
        className="input"
        aria-label={t("sharing.search")}
        placeholder={t("sharing.search")}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {tickets?.length === 0 && <p className="text-muted mt-3">{t("sharing.none")}</p>}
      <ul className="border-line rounded-card mt-3 border empty:hidden">
        {tickets?.map((ticket) => (
          <li key={ticket.id} className="border-line border-b last:border-0">
            <button
              type="button"
              className="hover:bg-hover flex min-h-16 w-full items-center gap-3 px-3 text-left"
              onClick={() => onChoose(ticket)}
            >
              <Avatar name={ticket.contact.name} url={ticket.contact.profilePicUrl} size={40} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{ticket.contact.name}</span>
                <span className="text-muted text-small block truncate">
                  {ticket.status === "pending" ? t("sharing.waiting") : ticket.lastMessage}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Puts the content into the composer of a conversation; one that waits is accepted first. */
async function give({ text, files, tooLarge }: SharedContent, ticket: Ticket) {
  const isReady = ticket.status === "open" || (await changeStatus(ticket, "open"));
  if (!isReady) return;
  await forgetShared();
  showTicket(ticket);
  if (text) addToDraft(ticket.id, text);
  if (files.length > 0) await addFiles(ticket.id, files);
  for (const name of tooLarge) toast.error(t("sharing.tooLarge", { name }));
}

/** An answer from a notification that could not be sent. */
async function giveBack({ text }: SharedContent, { id, path }: { id: number; path: string }) {
  await forgetShared();
  addToDraft(id, text);
  navigate(path, { replace: true });
}

function addToDraft(ticketId: number, text: string) {
  const before = draftOf(ticketId).peek().text.trim();
  setDraft(ticketId, { text: before ? `${before}\n${text}` : text });
}
