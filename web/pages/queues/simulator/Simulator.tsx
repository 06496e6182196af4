import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { billingNames, isBillingType } from "../../../../src/shared/bots.ts";
import { clock, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { PhoneFrame } from "../../../parts/phone/PhoneFrame.tsx";
import { useChoices } from "../../../forms/choices.ts";
import { connections, queues } from "../../../lists/company-lists.ts";
import { ias, integrations, useAnswerers } from "../../../parts/answerers.ts";
import { wallClock } from "../../../kit/wall-clock.ts";
import type { Names } from "./explain.ts";
import { timeOf, type SetTime } from "./SetClock.tsx";
import { SimulatorHead } from "./SimulatorHead.tsx";
import { SimulatorScreen } from "./SimulatorScreen.tsx";
import { type Desk, type PlayedTurn, useSimulator } from "./use-simulator.ts";

type Props = {
  /** The unsaved form's differences from the stored desk. */
  desk: Desk;
  /** The connection of the first conversation. */
  whatsappId?: number | null;
  /** Leaves out the phone around the conversation. */
  noFrame?: boolean;
  /** A hidden simulator keeps its conversation. */
  hidden?: boolean;
  /** For the gallery: a finished conversation. */
  turns?: PlayedTurn[];
};

/**
 * Simulates a conversation with the draft of the desk, and explains each answer. It stores and
 * sends nothing.
 */
export function Simulator({
  desk,
  whatsappId = null,
  noFrame = false,
  hidden = false,
  turns: givenTurns,
}: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections, !givenTurns);
  useChoices(queues, !givenTurns);
  useAnswerers();
  const [chosenConnectionId, setChosenConnectionId] = useState<number | null>(null);
  const [when, setWhen] = useState<SetTime | null>(null);
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
  const turns = givenTurns ?? simulator.turns;
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
  void clock.value;

  const targets = [
    ...saved.map(({ id, name }) => ({
      id,
      name: drafts.find((one) => one.id === id)?.name || name,
    })),
    ...drafts.filter(({ id }) => !saved.some((one) => one.id === id)),
  ];

  const screen = (
    <SimulatorScreen
      shop={shop}
      connection={chosen?.name ?? ""}
      turns={turns}
      names={names}
      simulator={simulator}
      hidden={hidden}
    />
  );

  return (
    <section
      aria-label={t("simulator.title")}
      hidden={hidden}
      className={`h-full min-h-0 flex-col gap-2.5 ${hidden ? "" : "flex"}`}
    >
      <SimulatorHead
        simulator={simulator}
        turns={turns}
        targets={targets}
        connections={rows}
        connection={chosen}
        onConnection={setChosenConnectionId}
        isServed={drafts.every(({ id }) => chosen?.queueIds.includes(id))}
        when={when}
        timezone={timezone}
        onWhen={setWhen}
      />
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
