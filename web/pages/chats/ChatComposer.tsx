import { useSignals } from "@preact/signals-react/runtime";
import { Paperclip } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { trimmed } from "../../../src/shared/text.ts";
import { api } from "../../kit/api.ts";
import { FileInput } from "../../kit/FileInput.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { folded } from "../../../src/shared/search.ts";
import type { Chat } from "../../parts/chats/chats.ts";
import { FileRows } from "../../parts/writing/FileRows.tsx";
import type { FileToSend } from "../../parts/writing/files-to-send.ts";
import { MessageBox } from "../../parts/writing/MessageBox.tsx";
import { useMessageBox } from "../../parts/writing/use-message-box.ts";
import { SuggestionList } from "../../parts/writing/SuggestionList.tsx";
import { type Suggestion, useSuggestions } from "../../parts/writing/suggestions.ts";
import { me } from "../../session/session.ts";
import { drafts, send } from "./talk.ts";

/** How often the composer repeats to the others that the user is typing, in ms. */
const typingRepeat = 3000;

type Props = {
  chat: Chat;
  files: FileToSend[];
  problems: string[];
  onFiles: (files: FileToSend[]) => void;
  onAdd: (chosen: File[]) => void;
};

/** The message box of a chat. Each chat has its own draft. */
export function ChatComposer({ chat, files, problems, onFiles, onAdd }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { id } = chat;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(drafts.get(id)?.text ?? "");
  const box = useMessageBox(text);
  const typingSentAt = useRef(0);
  const people = mentionsFor(chat, text, box.caret);
  const emojis = useSuggestions(text, box.caret, null).filter((one) => !one.with.startsWith("{{"));
  const suggestions = box.isDismissed ? [] : people.length > 0 ? people : emojis;
  const empty = trimmed(text) === "" && files.length === 0;

  useEffect(() => void drafts.set(id, { text, files }), [id, text, files]);

  const sendTyping = (typing: boolean) => {
    const now = Date.now();
    if (typing ? now - typingSentAt.current < typingRepeat : typingSentAt.current === 0) return;
    typingSentAt.current = typing ? now : 0;
    void api.post(`/chats/${id}/typing`, { typing }).catch(() => undefined);
  };
  const submit = () => {
    if (empty) return box.focus();
    send(id, trimmed(text), files);
    typingSentAt.current = 0;
    setText("");
    onFiles([]);
    box.focus();
  };
  const take = (index: number) => box.take(suggestions[index] ?? suggestions[0]);
  const remove = (picked: FileToSend) => {
    URL.revokeObjectURL(picked.url);
    onFiles(files.filter((other) => other !== picked));
  };

  return (
    <form
      className="bg-base-100 border-line relative border-t px-3 py-3 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {suggestions.length > 0 && (
        <SuggestionList
          label={t("messages.offers")}
          suggestions={suggestions}
          at={box.at}
          onChoose={take}
        />
      )}
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className="border-error/40 bg-error/8 mb-2 rounded-lg border px-3 py-2">
            {problem}
          </p>
        ))}
      </div>
      {files.length > 0 && (
        <div className="mb-2">
          <FileRows
            files={files}
            large={undefined}
            captionOf={() => ""}
            onShow={() => {}}
            onRemove={remove}
          />
        </div>
      )}
      <MessageBox
        box={box}
        text={text}
        label={t("messages.writeTo", { name: chat.title })}
        placeholder={t("chats.placeholder")}
        list={{ isOpen: suggestions.length > 0, count: suggestions.length, take }}
        onType={(typed) => {
          setText(typed);
          sendTyping(typed.trim() !== "");
        }}
        onFiles={onAdd}
        onSend={submit}
        attach={
          <>
            <IconButton
              label={t("chats.attach")}
              icon={Paperclip}
              side="top"
              className="btn-md! size-9!"
              onClick={() => input.current?.click()}
            />
            <FileInput ref={input} multiple onPick={onAdd} />
          </>
        }
        isEmpty={empty}
      />
    </form>
  );
}

/** The members that the word after an @ before the caret may name. */
function mentionsFor({ users }: Chat, text: string, caret: number): Suggestion[] {
  const word = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}]{0,30})$/u.exec(text.slice(0, caret))?.[1];
  if (word === undefined) return [];
  const others = users.filter(
    ({ userId, user }) =>
      userId !== me.peek()?.id &&
      folded(user.name)
        .split(/\s+/)
        .some((part) => part.startsWith(folded(word))),
  );
  return others.slice(0, 8).map(({ userId, user }) => ({
    key: String(userId),
    label: user.name,
    text: "",
    from: caret - word.length - 1,
    with: `@${user.name} `,
  }));
}
