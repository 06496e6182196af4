import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { TicketCosts } from "../../../../src/modules/channel-costs/table.ts";
import { api } from "../../../kit/api.ts";
import { abilitiesAt } from "../../../lists/abilities.ts";
import { CostLine } from "../../../parts/costs/CostLine.tsx";

type Props = { ticket: { id: number; whatsappId: number | null; lastMessage: string } };

/** The costs of a conversation on a channel that bills its messages. rules.md#costs */
export function TalkCosts({ ticket: { id, whatsappId, lastMessage } }: Props) {
  useSignals();
  const [costs, setCosts] = useState<TicketCosts | null>(null);
  const isBilled = abilitiesAt(whatsappId)("window");
  useEffect(() => {
    let left = false;
    if (isBilled)
      api.get<TicketCosts>(`/tickets/${id}/costs`).then(
        (answer) => !left && setCosts(answer),
        () => undefined,
      );
    return () => void (left = true);
  }, [id, isBilled, lastMessage]);
  if (!isBilled || !costs || costs.messages === 0) return null;
  return (
    <div className="px-4 pb-4">
      <CostLine costs={costs} text="talk" />
    </div>
  );
}
