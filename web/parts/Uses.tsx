import { useSignals } from "@preact/signals-react/runtime";
import { Cable } from "lucide-react";
import { Chip } from "../kit/Chip.tsx";
import { useTranslation } from "../kit/text.ts";
import { useChoices } from "../forms/choices.ts";
import { connections, queues } from "../lists/company-lists.ts";
import "./texts.ts";

/** The queues and connections in which an integration or an AI answers. */
export function Uses({ named, id }: { named: "integrationId" | "promptId"; id: number }) {
  useSignals();
  useChoices(queues);
  useChoices(connections);
  const { t } = useTranslation();
  const served = queues.rows.value?.filter((queue) => queue[named] === id);
  const connectionsUsing = connections.rows.value?.filter((line) => line[named] === id);
  if (!served || !connectionsUsing) return null;
  if (served.length + connectionsUsing.length === 0)
    return <span className="text-muted">{t("integrations.unused")}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {served.map((queue) => (
        <Chip key={queue.id} color={queue.color}>
          {queue.name}
        </Chip>
      ))}
      {connectionsUsing.map((line) => (
        <span
          key={line.id}
          className="border-line text-small flex min-w-0 items-center gap-1 rounded-full border px-2 py-0.5"
        >
          <Cable size={14} aria-hidden className="text-muted shrink-0" />
          <span className="truncate">{line.name}</span>
        </span>
      ))}
    </span>
  );
}
