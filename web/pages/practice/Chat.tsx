import { useSignals } from "@preact/signals-react/runtime";
import { CloudAlert } from "lucide-react";
import { type UIEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { day, useTranslation } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import type { Connection } from "../../types.ts";
import { PhoneActions, type Subject } from "./PhoneActions.tsx";
import { PhoneBubble } from "../../parts/phone/PhoneBubble.tsx";
import { phoneSummary, type ScreenMessage } from "../../parts/phone/phone-message.ts";
import type { Choice } from "../../../src/shared/interactive.ts";
import {
  editDeleteOrReact,
  isShopTyping,
  failed,
  loading,
  messages,
  readChat,
  resendMessage,
  sendMessage,
} from "./phone.ts";
import { ChatHeader } from "../../parts/phone/ChatHeader.tsx";
import { PhoneComposer } from "./PhoneComposer.tsx";

/** The shop's chat on the customer's phone. */
export function Chat({ connection }: { connection: Connection }) {
  useSignals();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const scrolledTo = useRef(0);
  const [subject, setSubject] = useState<Subject | null>(null);
  const shop = me.value?.company.name ?? connection.name;
  const all = messages.value;
  const byId = new Map(all.map((message) => [message.id, message]));
  const lastFromShop = all.findLast(({ from }) => from === null);

  useLayoutEffect(() => {
    atEnd.current = true;
    box.current?.scrollTo(0, box.current.scrollHeight);
  }, [all.length]);

  // A picture that loads before the scroll event moves the end down as well. So only a scroll
  // upwards leaves the end.
  const onScroll = ({
    currentTarget: { scrollHeight, scrollTop, clientHeight },
  }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - scrollTop - clientHeight < nearEnd) atEnd.current = true;
    else if (scrollTop < scrolledTo.current) atEnd.current = false;
    scrolledTo.current = scrollTop;
  };

  // Pictures and voice messages grow as they load. A reader further up keeps the scroll position.
  useEffect(() => {
    const scroller = box.current;
    if (!scroller || !list.current) return;
    const watch = new ResizeObserver(
      () => atEnd.current && scroller.scrollTo(0, scroller.scrollHeight),
    );
    watch.observe(scroller);
    watch.observe(list.current);
    return () => watch.disconnect();
  }, []);

  return (
    <div className="bg-thread flex h-full flex-col">
      <ChatHeader
        shop={shop}
        state={t(
          connection.status !== "CONNECTED"
            ? "practice.away"
            : isShopTyping.value
              ? "practice.answering"
              : "practice.business",
        )}
      />
      <div
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={t("practice.chatWith", { shop })}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
        onScroll={onScroll}
      >
        <ol ref={list} className="flex min-h-full flex-col justify-end px-3 py-3">
          {all.length === 0 && !loading.value && (
            <li className="text-muted text-small bg-base-100/80 rounded-card my-auto self-center px-4 py-3 text-center">
              {failed.value ? <ChatFailed /> : t("practice.sayHello")}
            </li>
          )}
          {all.map((message, index) => {
            const before = all[index - 1];
            const newDay =
              !before || new Date(before.at).toDateString() !== new Date(message.at).toDateString();
            return (
              <PhoneBubble
                key={message.id}
                message={message}
                quoted={message.quotedMsgId ? byId.get(message.quotedMsgId) : undefined}
                shop={shop}
                first={newDay || before.from !== message.from}
                day={newDay ? day(message.at) : undefined}
                menu={
                  <PhoneActions
                    message={message}
                    mayChange={connection.capabilities.edit}
                    onSubject={setSubject}
                  />
                }
                onUnreact={() => void editDeleteOrReact(message, "reacts")}
                onResend={() => void resendMessage(message)}
                onChoose={tapOn(message)}
              />
            );
          })}
        </ol>
      </div>
      <p className="sr-only" aria-live="polite">
        {lastFromShop && `${shop}: ${phoneSummary(lastFromShop)}`}
      </p>
      <PhoneComposer subject={subject} shop={shop} onSubject={setSubject} />
    </div>
  );
}

const nearEnd = 40;

const tapOn =
  (message: ScreenMessage) =>
  ({ id, title }: Choice) =>
    void sendMessage({ body: title, choiceId: id, quotedMsgId: message.id });

function ChatFailed() {
  const { t } = useTranslation();
  return (
    <>
      <CloudAlert size={20} aria-hidden className="mx-auto mb-1" />
      <span className="block">{t("messages.failed")}</span>
      <button type="button" className="btn btn-sm mt-2" onClick={() => void readChat()}>
        {t("common.retry")}
      </button>
    </>
  );
}
