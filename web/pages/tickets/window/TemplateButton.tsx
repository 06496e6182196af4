import { useSignals } from "@preact/signals-react/runtime";
import { LayoutTemplate } from "lucide-react";
import { fill } from "../../../../src/shared/variables.ts";
import { sharing } from "../../../inbox/open-dialogs.ts";
import { api } from "../../../kit/api.ts";
import { onDemand } from "../../../kit/on-demand.ts";
import { useTranslation } from "../../../kit/text.ts";
import type { TemplateChoice } from "../../../parts/templates/types.ts";
import { useVariables } from "../../../parts/writing/suggestions.ts";
import { can } from "../../../session/can.ts";
import type { Ticket } from "../../../types.ts";
import { useVariableValues } from "../write/variable-values.ts";

const TemplatePicker = onDemand(
  async () => (await import("../../../parts/templates/TemplatePicker.tsx")).TemplatePicker,
);

/** Opens the choice of a template where free text is over. rules.md#templates */
export function TemplateButton({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  if (ticket.whatsappId === null || !can("messages.write")) return null;
  return (
    <button
      type="button"
      className="btn btn-primary shrink-0"
      onClick={() => (sharing.value = { ticketId: ticket.id, what: "template" })}
    >
      <LayoutTemplate size={18} aria-hidden />
      {t("window.template")}
    </button>
  );
}

/** Sends a template to a ticket's customer, while its choice is open. */
export function SendTemplate({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const isOpen = sharing.value?.what === "template" && sharing.value.ticketId === ticket.id;
  const facts = useVariableValues(ticket, isOpen);
  const words = useVariables(facts);
  if (!isOpen || !facts || ticket.whatsappId === null) return null;

  // The server does not know the order that a value may be about.
  const send = (choice: TemplateChoice) => {
    const filled = <Value extends { text: string }>(values?: Value[]) =>
      values?.map((one) => ({ ...one, text: fill(one.text, facts) }));
    const template = {
      ...choice,
      header: filled(choice.header),
      body: filled(choice.body),
      buttons: choice.buttons?.map((one) => ({ ...one, value: fill(one.value, facts) })),
    };
    return api.post(`/messages/${ticket.id}`, { template, clientId: crypto.randomUUID() });
  };

  return (
    <TemplatePicker
      whatsappId={ticket.whatsappId}
      fill={(text: string) => fill(text, facts)}
      words={words}
      submit={t("window.send")}
      onPick={send}
      onClose={() => (sharing.value = null)}
    />
  );
}
