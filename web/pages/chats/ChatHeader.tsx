import { useSignals } from "@preact/signals-react/runtime";
import { EllipsisVertical, LogOut, Pencil, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../kit/api.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type Chat, dropChat, typingIn } from "../../parts/chats/chats.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";

/** Shows the members of a chat and who types there, with its menu and its search. */
export function ChatHeader({
  chat,
  onEdit,
  onGone,
  onFind,
}: {
  chat: Chat;
  onEdit: () => void;
  onGone: () => void;
  onFind: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const [question, setQuestion] = useState<"delete" | "leave" | null>(null);
  const isOwner = chat.ownerId === me.value?.id;
  const typing = typingIn(chat.id);
  const names = chat.users.map(({ user }) => user.name).join(", ");
  const end = async () => {
    await (question === "delete"
      ? api.del(`/chats/${chat.id}`)
      : api.post(`/chats/${chat.id}/leave`));
    dropChat(chat.id);
    onGone();
  };
  const items = isOwner
    ? [
        { label: t("chats.edit"), icon: Pencil, onSelect: onEdit },
        { label: t("chats.leave"), icon: LogOut, onSelect: () => setQuestion("leave") },
        {
          label: t("chats.delete"),
          icon: Trash2,
          danger: true,
          onSelect: () => setQuestion("delete"),
        },
      ]
    : [{ label: t("chats.leave"), icon: LogOut, onSelect: () => setQuestion("leave") }];
  return (
    <header className="bg-base-100 border-line flex min-h-14 shrink-0 items-center gap-3 border-b py-1.5 pr-3 pl-4">
      <Avatar name={chat.title} group size={36} />
      <div className="min-w-0 flex-1">
        <h2 className="text-talk truncate font-semibold">{chat.title}</h2>
        <p className="text-muted text-small truncate" title={names}>
          {typing.length > 0 ? (
            <span className="text-primary font-medium">
              {t("chats.typing", { count: typing.length, names: typing.join(", ") })}
            </span>
          ) : (
            names
          )}
        </p>
      </div>
      <IconButton label={t("chats.find")} icon={Search} onClick={onFind} />
      {can("chats.write") && (
        <Menu label={t("chats.actions")} items={items}>
          <EllipsisVertical size={18} aria-hidden />
        </Menu>
      )}
      {question && (
        <Confirm
          title={t(question === "delete" ? "chats.deleteQuestion" : "chats.leaveQuestion")}
          text={chat.title}
          action={t(question === "delete" ? "common.delete" : "chats.leave")}
          onConfirm={end}
          onClose={() => setQuestion(null)}
        />
      )}
    </header>
  );
}
