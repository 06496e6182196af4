import { useSignals } from "@preact/signals-react/runtime";
import {
  AudioLines,
  CheckCheck,
  CircleSlash,
  Image,
  MessageSquareReply,
  Paperclip,
  PhoneMissed,
  RotateCcw,
  RotateCw,
  Send,
  Shuffle,
  UserCheck,
  Users,
} from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { billingNames, isBillingType } from "../../../../src/shared/bots.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../../kit/Menu.tsx";
import { clock, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { PhoneFrame } from "../../../parts/phone/PhoneFrame.tsx";
import { ChatHeader } from "../../../parts/phone/ChatHeader.tsx";
import { useChoices } from "../../../forms/choices.ts";
import { connections, queues } from "../../../lists/company-lists.ts";
import { ias, integrations, useAnswerers } from "../../../parts/answerers.ts";
import { wallClock } from "../../../kit/wall-clock.ts";
import type { Names } from "./explain.ts";
import { SetClock, timeOf, type SetTime } from "./SetClock.tsx";
import { type Desk, type Turn as Taken, useSimulator } from "./use-simulator.ts";
import { Turn } from "./Turn.tsx";

type Props = {
  /** What differs from what is stored: a form that is not saved yet. */
  desk: Desk;
  /** The connection it begins with. */
  whatsappId?: number | null;
  /** Without the phone around it. */
  noFrame?: boolean;
  /** While hidden it keeps its conversation. */
  hidden?: boolean;
  /** For the gallery: a finished conversation. */
  turns?: Taken[];
};

/**
 * Simulates a conversation with the desk as the draft has it, and explains each answer. Nothing is
 * stored or sent.
 */
export function Simulator({
  desk,
  whatsappId = null,
  noFrame = false,
  hidden = false,
  turns: shown,
}: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections, !shown);
  useChoices(queues, !shown);
  useAnswerers();
  const [chosenConnectionId, setChosenConnectionId] = useState<number | null>(null);
  const [when, setWhen] = useState<SetTime | null>(null);
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = connections.rows.value ?? [];
  const connectionId = chosenConnectionId ?? whatsappId ?? null;
  const chosen =
    rows.find(({ id }) => id === connectionId) ??
    rows.find(({ isDefault }) => isDefault) ??
    rows[0];
  const timezone = me.value?.company.timezone ?? "America/Sao_Paulo";
  const simulator = useSimulator({
    desk,
    whatsappId: chosen?.id ?? null,
    now: () => timeOf(when),
    reopens: (chosen?.reopenMinutes ?? 0) * 60_000,
  });
  const turns = shown ?? simulator.turns;
  const drafts = desk.queues ?? [];
  const saved = queues.rows.value ?? [];
  const named = (all: { id: number; name: string }[] | null, id: number) =>
    all?.find((one) => one.id === id)?.name ?? t("simulator.gone");
  const names: Names = {
    drafts,
    queue: (id) => drafts.find((one) => one.id === id)?.name || named(saved, id),
    ia: (id) => named(ias.value, id),
    integration: (id) => named(integrations.value, id),
    provider: (id) => {
      const type = integrations.value?.find((one) => one.id === id)?.type;
      return type && isBillingType(type) ? billingNames[type] : undefined;
    },
  };
  const shop = me.value?.company.name ?? t("simulator.shop");
  const state = turns.at(-1)?.step?.state;
  const closed = state?.status === "closed";
  void clock.value;

  useLayoutEffect(
    () => void list.current?.scrollTo(0, list.current.scrollHeight),
    [turns.length, turns.at(-1)?.step, hidden],
  );

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || simulator.busy) return;
    simulator.run({ type: "receive", text: text.trim(), kind: "chat" });
    setText("");
    field.current?.focus();
  };

  const targets = [
    ...saved.map(({ id, name }) => ({
      id,
      name: drafts.find((one) => one.id === id)?.name || name,
    })),
    ...drafts.filter(({ id }) => !saved.some((one) => one.id === id)),
  ];
  const off = state === undefined || closed || simulator.busy;
  const team = (): MenuItem[] => [
    {
      label: t("simulator.actions.answer"),
      icon: MessageSquareReply,
      disabled: off,
      onSelect: () => simulator.run({ type: "answer" }),
    },
    {
      label: t("simulator.actions.accept"),
      icon: UserCheck,
      disabled: off,
      onSelect: () => simulator.run({ type: "accept" }),
    },
    ...targets.map(({ id, name }) => ({
      label: t("simulator.actions.transfer", { queue: name || t("queues.new") }),
      icon: Shuffle,
      disabled: off,
      onSelect: () => simulator.run({ type: "transfer", queueId: id }),
    })),
    {
      label: t("simulator.actions.close"),
      icon: CheckCheck,
      disabled: off,
      onSelect: () => simulator.run({ type: "close", silent: false }),
    },
    {
      label: t("simulator.actions.closeSilently"),
      icon: CircleSlash,
      disabled: off,
      onSelect: () => simulator.run({ type: "close", silent: true }),
    },
  ];
  const answers =
    turns.at(-1)?.step?.effects.flatMap((effect) => (effect.do === "say" ? [effect.text] : [])) ??
    [];

  const screen = (
    <div className="bg-thread flex h-full min-h-0 flex-col">
      <ChatHeader shop={shop} state={chosen?.name ?? ""} />
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
    </div>
  );

  return (
    <section
      aria-label={t("simulator.title")}
      hidden={hidden}
      className={`h-full min-h-0 flex-col gap-2.5 ${hidden ? "" : "flex"}`}
    >
      <div className="flex shrink-0 flex-col gap-2">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold">{t("simulator.title")}</h2>
          <Menu label={t("simulator.team")} tip={false} className="btn btn-sm" items={team}>
            <Users size={15} aria-hidden />
            {t("simulator.team")}
          </Menu>
          <button
            type="button"
            className={`btn btn-sm ${simulator.stale ? "btn-primary" : ""}`}
            disabled={turns.length === 0 || simulator.busy}
            onClick={simulator.replay}
          >
            <RotateCw size={15} aria-hidden />
            {t("simulator.again")}
          </button>
          <IconButton
            label={t("simulator.restart")}
            icon={RotateCcw}
            disabled={turns.length === 0}
            onClick={simulator.restart}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          {rows.length > 1 && (
            <select
              aria-label={t("simulator.through")}
              className="select select-sm w-auto min-w-0 flex-1"
              value={chosen?.id ?? ""}
              onChange={({ target }) => setChosenConnectionId(Number(target.value))}
            >
              {rows.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <SetClock when={when} timezone={timezone} onChange={setWhen} />
        </div>
        {chosen && drafts.some(({ id }) => !chosen.queueIds.includes(id)) && (
          <p className="text-muted text-small">
            {t("simulator.notServed", { connection: chosen.name })}
          </p>
        )}
        {simulator.stale && (
          <p role="status" className="text-waiting text-small">
            {t("simulator.stale")}
          </p>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col justify-center">
        {noFrame ? (
          <div className="border-line rounded-card h-full min-h-0 overflow-hidden border">
            {screen}
          </div>
        ) : (
          <PhoneFrame at={when ? wallClock(timeOf(when)!, timezone).time : undefined}>
            {screen}
          </PhoneFrame>
        )}
      </div>
    </section>
  );
}

/** What a customer sends besides words. */
const kinds = [
  { kind: "audio", icon: AudioLines },
  { kind: "image", icon: Image },
  { kind: "call_log", icon: PhoneMissed },
] as const;
