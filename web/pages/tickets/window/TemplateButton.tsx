import { useSignals } from "@preact/signals-react/runtime";
import { LayoutTemplate } from "lucide-react";
import { useState } from "react";
import { fill } from "../../../../src/shared/variables.ts";
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

/** Sends a template where free text is over. rules.md#templates */
export function TemplateButton({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const facts = useVariableValues(ticket, isOpen);
  const words = useVariables(facts);
  if (ticket.whatsappId === null || !can("messages.write")) return null;

  // The server does not know the order that a value may be about.
  const send = (choice: TemplateChoice) => {
    const now = facts!;
    const filled = <Value extends { text: string }>(values?: Value[]) =>
      values?.map((one) => ({ ...one, text: fill(one.text, now) }));
    const template = {
      ...choice,
      header: filled(choice.header),
      body: filled(choice.body),
      buttons: choice.buttons?.map((one) => ({ ...one, value: fill(one.value, now) })),
    };
    return api.post(`/messages/${ticket.id}`, { template, clientId: crypto.randomUUID() });
  };

  return (
    <>
      <button type="button" className="btn btn-primary shrink-0" onClick={() => setOpen(true)}>
        <LayoutTemplate size={18} aria-hidden />
        {t("window.template")}
      </button>
      {isOpen && facts && (
        <TemplatePicker
          whatsappId={ticket.whatsappId}
          fill={(text: string) => fill(text, facts)}
          words={words}
          submit={t("window.send")}
          onPick={send}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
