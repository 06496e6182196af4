import { useSignals } from "@preact/signals-react/runtime";
import { CloudAlert, MessagesSquare, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useRoute } from "wouter";
import { Empty } from "../../kit/Empty.tsx";
import { useMedia } from "../../kit/media.ts";
import { onDemand } from "../../kit/on-demand.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { OpenInPlace } from "../../messages/Formatted.tsx";
import { type Chat, chats, chatsFailed, readChats } from "../../parts/chats/chats.ts";
import { ChatDialog } from "./ChatDialog.tsx";
import { ChatList } from "./ChatList.tsx";
import { Talk } from "./Talk.tsx";
import texts from "./texts.json";

addTexts(texts);

const OrderDialog = onDemand(
  async () => (await import("../../parts/orders/OrderDialog.tsx")).OrderDialog,
);

/** Below this width, the screen shows one pane at a time. */
const onePane = "(width < 48rem)";
const panes = ["chats", "messages"] as const;
type Pane = (typeof panes)[number];

/**
 * The team's chats on the left, the open chat on the right; two tabs on a small screen.
 * rules.md#chats
 */
export function Chats() {
  useSignals();
  const { t } = useTranslation();
  const [, params] = useRoute("/chats/:uuid?");
  const uuid = params?.uuid;
  const [, go] = useLocation();
  const single = useMedia(onePane);
  const [pane, setPane] = useState<Pane>(uuid ? "messages" : "chats");
  const [editing, setEditing] = useState<Chat | "new" | null>(null);
  const [orderId, setOrderId] = useState<number | null>(null);
  const chat = chats.value?.find((one) => one.uuid === uuid || String(one.id) === uuid);
  useTitle(chat?.title ?? t("chats.title"));

  useEffect(() => {
    if (chats.peek() === null) void readChats();
  }, []);
  useEffect(() => setPane(uuid ? "messages" : "chats"), [uuid]);

  const openInPlace = (path: string) => {
    const order = /^\/orders\/(\d+)$/.exec(path)?.[1];
    if (order) setOrderId(Number(order));
    return order !== undefined;
  };
  const open = (one: Chat) => {
    setPane("messages");
    go(`/chats/${one.uuid}`);
  };
  const showsList = !single || pane === "chats";
  return (
    <OpenInPlace value={openInPlace}>
      <div className="flex h-full min-h-0 flex-col overflow-hidden">
        {single && (
          <div className="bg-base-100 shrink-0 pt-1">
            <Tabs
              variant="line"
              label={t("chats.panes")}
              values={panes}
              value={pane}
              text={(one) => t(`chats.pane.${one}`)}
              onChange={setPane}
            />
          </div>
        )}
        <div className="flex min-h-0 flex-1">
          {showsList && (
            <div className="h-full w-full shrink-0 md:w-80 min-[90rem]:w-95">
              <ChatList
                open={chat}
                onNew={() => setEditing("new")}
                onOpen={(one) => single && one.id === chat?.id && setPane("messages")}
              />
            </div>
          )}
          {(!single || pane === "messages") && (
            <div className="h-full min-w-0 flex-1">
              {chat ? (
                <Talk
                  key={chat.id}
                  chat={chat}
                  onEdit={() => setEditing(chat)}
                  onGone={() => go("/chats")}
                />
              ) : (
                <NoTalk uuid={uuid} />
              )}
            </div>
          )}
        </div>
        {editing && (
          <ChatDialog
            chat={editing === "new" ? null : editing}
            onSaved={(one) => editing === "new" && open(one)}
            onClose={() => setEditing(null)}
          />
        )}
        {orderId !== null && (
          <OrderDialog id={orderId} number={orderId} onClose={() => setOrderId(null)} />
        )}
      </div>
    </OpenInPlace>
  );
}

function NoTalk({ uuid }: { uuid: string | undefined }) {
  useSignals();
  const { t } = useTranslation();
  const isGone = uuid !== undefined && chats.value !== null;
  return (
    <div className="bg-thread grid h-full place-items-center">
      {chatsFailed.value && chats.value === null ? (
        <Empty
          icon={CloudAlert}
          title={t("common.listFailed")}
          action={
            <button type="button" className="btn" onClick={() => void readChats()}>
              {t("common.retry")}
            </button>
          }
        />
      ) : isGone ? (
        <Empty icon={SearchX} title={t("chats.gone")} text={t("chats.goneText")} />
      ) : (
        <Empty icon={MessagesSquare} title={t("chats.choose")} text={t("chats.chooseText")} />
      )}
    </div>
  );
}
