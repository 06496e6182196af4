import { useSignals } from "@preact/signals-react/runtime";
import { CloudAlert } from "lucide-react";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Empty } from "../../kit/Empty.tsx";
import { Logo } from "../../kit/Logo.tsx";
import { onDemand } from "../../kit/on-demand.ts";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Composer } from "./write/Composer.tsx";
import { sharing } from "../../inbox/open-dialogs.ts";
import { isFinding } from "../../inbox/find-in-conversation.ts";
import { Header } from "./head/Header.tsx";
import { MessageList } from "./talk/MessageList.tsx";
import { useConnectionGone } from "./write/use-connection-gone.ts";
import { CannotWrite } from "./write/CannotWrite.tsx";
import { isNoteMode } from "../../inbox/note-mode.ts";
import { loadOpenTicket, openTicket, openTicketState } from "../../inbox/open-ticket.ts";
import { LoadingTalk, SkeletonBubbles } from "../../parts/talk/LoadingTalk.tsx";
import { DropFiles } from "../../parts/writing/DropFiles.tsx";
import { addFiles, filesToSend } from "../../parts/writing/files-to-send.ts";
import { useMarkRead } from "./talk/mark-read.ts";
import { goToMessage } from "../../inbox/target-message.ts";
import { fetchThread, keepThread, thread } from "../../inbox/thread.ts";
import type { Ticket } from "../../types.ts";

const FilesDialog = onDemand(async () => (await import("./write/FilesDialog.tsx")).FilesDialog);
const FindBar = onDemand(async () => (await import("./talk/FindBar.tsx")).FindBar);
const NoteBar = onDemand(async () => (await import("./panel/NoteBar.tsx")).NoteBar);
const NoteComposer = onDemand(
  async () => (await import("./write/note/NoteComposer.tsx")).NoteComposer,
);
const NoConnection = onDemand(async () => (await import("./write/NoConnection.tsx")).NoConnection);
const Windowed = onDemand(async () => (await import("./window/Windowed.tsx")).Windowed);
const SharePromotion = onDemand(
  async () => (await import("./write/promotions/SharePromotion.tsx")).SharePromotion,
);
const ShareContacts = onDemand(
  async () => (await import("./write/ShareContacts.tsx")).ShareContacts,
);
const ShareLocation = onDemand(
  async () => (await import("./write/ShareLocation.tsx")).ShareLocation,
);

/** The right side: the open ticket, or the logo. */
export function Conversation({ uuid, single }: { uuid: string | undefined; single: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const ticket = openTicket.value;
  if (uuid && ticket?.uuid === uuid)
    return <OpenConversation key={ticket.id} ticket={ticket} single={single} />;
  if (!uuid) return <NoConversation />;
  if (openTicketState.value === "failed") {
    return (
      <Centered>
        <Empty
          icon={CloudAlert}
          title={t("messages.failed")}
          text={t("messages.failedText")}
          action={<Retry run={() => void loadOpenTicket(uuid)} />}
        />
      </Centered>
    );
  }
  return (
    <div className="bg-thread flex h-full flex-col">
      <Delayed>
        <div className="bg-base-100 border-line flex h-16 shrink-0 items-center gap-3 border-b px-4">
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="h-4 w-48" />
        </div>
        <SkeletonBubbles />
      </Delayed>
    </div>
  );
}

function OpenConversation({ ticket, single }: { ticket: Ticket; single: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const { state, messages } = thread(id);
  const open = ticket.status === "open";
  const isNote = isNoteMode(id);
  const shared = open && sharing.value?.ticketId === id ? sharing.value.what : null;
  useMarkRead(ticket);

  useEffect(() => keepThread(id), [id]);
  useMessageInUrl(ticket);

  const isReady = state.value === "ready" || messages.value.length > 0;
  return (
    <DropFiles
      label={t("messages.with", { name: contact.name })}
      hint={t("messages.attach.drop", { name: contact.name })}
      onFiles={open && !isNote ? (files) => void addFiles(id, files) : null}
    >
      <Header ticket={ticket} single={single} />
      <NoteBar ticket={ticket} />
      {isReady && isFinding.value && <FindBar ticket={ticket} />}
      {isReady && <MessageList ticket={ticket} />}
      {!isReady && state.value === "failed" && (
        <Centered>
          <Empty
            icon={CloudAlert}
            title={t("messages.failed")}
            text={t("messages.failedText")}
            action={<Retry run={() => void fetchThread(id)} />}
          />
        </Centered>
      )}
      {!isReady && state.value !== "failed" && <LoadingTalk />}
      {isNote ? (
        <NoteComposer ticket={ticket} />
      ) : open ? (
        <ComposerOrHint ticket={ticket} />
      ) : (
        <CannotWrite ticket={ticket} />
      )}
      {filesToSend.value?.ticketId === id && <FilesDialog ticket={ticket} />}
      {shared === "place" && (
        <ShareLocation ticket={ticket} onClose={() => (sharing.value = null)} />
      )}
      {shared === "promotion" && (
        <SharePromotion ticket={ticket} onClose={() => (sharing.value = null)} />
      )}
      {shared === "contacts" && (
        <ShareContacts ticket={ticket} onClose={() => (sharing.value = null)} />
      )}
    </DropFiles>
  );
}

/**
 * An address may name a message: `/tickets/{uuid}?message={id}`. When the message is visible, the
 * address drops it.
 */
function useMessageInUrl({ id, uuid }: Ticket) {
  const messageId = Number(new URLSearchParams(useSearch()).get("message"));
  useEffect(() => {
    if (!(messageId > 0)) return void fetchThread(id);
    void goToMessage(id, messageId);
    navigate(`/tickets/${uuid}`, { replace: true });
  }, [id, uuid, messageId]);
}

function ComposerOrHint({ ticket }: { ticket: Ticket }) {
  if (useConnectionGone(ticket)) return <NoConnection ticket={ticket} />;
  const composer = <Composer ticket={ticket} />;
  return ticket.windowUntil ? <Windowed ticket={ticket}>{composer}</Windowed> : composer;
}

function NoConversation() {
  const { t } = useTranslation();
  return (
    <div className="bg-thread flex h-full flex-col items-center justify-center gap-4 px-8 text-center">
      <Logo size={72} className="opacity-90" />
      <p className="text-muted max-w-72">{t("messages.chooseOne")}</p>
    </div>
  );
}

const Centered = ({ children }: { children: React.ReactNode }) => (
  <div className="bg-thread grid h-full min-h-0 flex-1 place-items-center">{children}</div>
);

function Retry({ run }: { run: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn" onClick={run}>
      {t("common.retry")}
    </button>
  );
}
