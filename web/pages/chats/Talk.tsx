import { useSignals } from "@preact/signals-react/runtime";
import { CloudAlert } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../kit/api.ts";
import { Empty } from "../../kit/Empty.tsx";
import { useTranslation } from "../../kit/text.ts";
import { MentionPeople } from "../../messages/Formatted.tsx";
import { type Chat, openChatId, ownIn } from "../../parts/chats/chats.ts";
import { LoadingTalk } from "../../parts/talk/LoadingTalk.tsx";
import { DropFiles } from "../../parts/writing/DropFiles.tsx";
import { type FileToSend, withFiles } from "../../parts/writing/files-to-send.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { ChatComposer } from "./ChatComposer.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { ChatMessages } from "./ChatMessages.tsx";
import { FindInChat } from "./FindInChat.tsx";
import { closeTalk, drafts, openTalk, talkState } from "./talk.ts";

/** The open chat. */
export function Talk({
  chat,
  onEdit,
  onGone,
}: {
  chat: Chat;
  onEdit: () => void;
  onGone: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const [files, setFiles] = useState<FileToSend[]>(drafts.get(chat.id)?.files ?? []);
  const [problems, setProblems] = useState<string[]>([]);
  const [finding, setFinding] = useState(false);
  const people = useMemo(() => chat.users.map(({ user }) => user), [chat.users]);
  const current = useRef(files);
  useEffect(() => void (current.current = files), [files]);

  useEffect(() => {
    void openTalk(chat);
    return closeTalk;
  }, [chat.id]);
  useReading(chat);

  const addFiles = async (chosen: File[]) => {
    const all = await withFiles(() => current.current, chosen);
    setFiles(all.files);
    setProblems(all.problems);
  };

  return (
    <DropFiles
      label={t("chats.with", { title: chat.title })}
      hint={t("messages.attach.drop", { name: chat.title })}
      onFiles={can("chats.write") ? (files) => void addFiles(files) : null}
    >
      <ChatHeader chat={chat} onEdit={onEdit} onGone={onGone} onFind={() => setFinding(!finding)} />
      {finding && <FindInChat chat={chat} onClose={() => setFinding(false)} />}
      <MentionPeople value={people}>
        {talkState.value === "ready" ? <ChatMessages chat={chat} /> : <NotYet chat={chat} />}
      </MentionPeople>
      {can("chats.write") && (
        <ChatComposer
          chat={chat}
          files={files}
          problems={problems}
          onFiles={setFiles}
          onAdd={(chosen) => void addFiles(chosen)}
        />
      )}
    </DropFiles>
  );
}

/** Marks a chat as read while it is visible. */
function useReading(chat: Chat) {
  useSignals();
  const { unreads } = ownIn(chat);
  const isReady = talkState.value === "ready";
  useEffect(() => {
    const look = () => (openChatId.value = document.visibilityState === "visible" ? chat.id : null);
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      openChatId.value = null;
    };
  }, [chat.id]);
  const isSeen = openChatId.value === chat.id;
  useEffect(() => {
    if (!isReady || !isSeen || unreads === 0) return;
    const timer = setTimeout(
      () =>
        void api.post(`/chats/${chat.id}/read`, { userId: me.peek()?.id }).catch(() => undefined),
      300,
    );
    return () => clearTimeout(timer);
  }, [chat.id, isReady, isSeen, unreads]);
}

function NotYet({ chat }: { chat: Chat }) {
  useSignals();
  const { t } = useTranslation();
  if (talkState.value === "failed") {
    const retry = (
      <button type="button" className="btn" onClick={() => void openTalk(chat)}>
        {t("common.retry")}
      </button>
    );
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <Empty icon={CloudAlert} title={t("common.listFailed")} action={retry} />
      </div>
    );
  }
  return <LoadingTalk />;
}
