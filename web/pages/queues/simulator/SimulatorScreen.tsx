import { AudioLines, Image, Paperclip, PhoneMissed, Send } from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { ChatHeader } from "../../../parts/phone/ChatHeader.tsx";
import type { Names } from "./explain.ts";
import { Turn } from "./Turn.tsx";
import type { SimulatorState, PlayedTurn } from "./use-simulator.ts";

type Props = {
  shop: string;
  /** The name of the connection. */
  connection: string;
  turns: PlayedTurn[];
  names: Names;
  simulator: SimulatorState;
  hidden: boolean;
};

/** The customer's phone: the conversation, and the input. */
export function SimulatorScreen({ shop, connection, turns, names, simulator, hidden }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(
    () => void list.current?.scrollTo(0, list.current.scrollHeight),
    [turns.length, turns.at(-1)?.step, hidden],
  );

  const answers =
    turns.at(-1)?.step?.effects.flatMap((effect) => (effect.do === "say" ? [effect.text] : [])) ??
    [];

  return (
    <div className="bg-thread flex h-full min-h-0 flex-col">
      <ChatHeader shop={shop} state={connection} />
      <div
        ref={list}
        tabIndex={0}
        role="region"
        aria-label={t("simulator.talk")}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
      >
        <ol className="flex min-h-full flex-col justify-end px-3 py-3">
          {turns.length === 0 && (
            <li className="text-muted text-small bg-base-100/80 rounded-card my-auto self-center px-4 py-3 text-center text-balance">
              {t("simulator.start")}
            </li>
          )}
          {turns.map((turn) => (
            <Turn key={turn.key} turn={turn} names={names} shop={shop} onRetry={simulator.replay} />
          ))}
        </ol>
      </div>
      <p className="sr-only" aria-live="polite">
        {answers.length > 0 && `${shop}: ${answers.join(" ")}`}
      </p>
      <Writing simulator={simulator} />
    </div>
  );
}

function Writing({ simulator }: { simulator: SimulatorState }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || simulator.busy) return;
    simulator.run({ type: "receive", text: text.trim(), kind: "chat" });
    setText("");
    field.current?.focus();
  };

  return (
    <form
      className="bg-base-100 border-line flex items-center gap-1.5 border-t px-2 py-2"
      onSubmit={send}
    >
      <input
        ref={field}
        className="input"
        aria-label={t("simulator.write")}
        placeholder={t("simulator.placeholder")}
        value={text}
        maxLength={1000}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <Menu
        label={t("simulator.other")}
        className="btn btn-ghost btn-square shrink-0"
        items={kinds.map(({ kind, icon }) => ({
          label: t(`simulator.kinds.${kind}`),
          icon,
          disabled: simulator.busy,
          onSelect: () => simulator.run({ type: "receive", text: "", kind }),
        }))}
      >
        <Paperclip size={18} aria-hidden />
      </Menu>
      <button
        type="submit"
        aria-label={t("simulator.send")}
        className="btn btn-primary btn-square shrink-0"
        disabled={simulator.busy}
      >
        <Send size={18} aria-hidden />
      </button>
    </form>
  );
}

/** The customer's messages other than text. */
const kinds = [
  { kind: "audio", icon: AudioLines },
  { kind: "image", icon: Image },
  { kind: "call_log", icon: PhoneMissed },
] as const;
