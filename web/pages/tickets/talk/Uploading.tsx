import { useSignals } from "@preact/signals-react/runtime";
import { X } from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { discard } from "../../../inbox/outbox.ts";
import { uploads } from "../../../inbox/upload.ts";

/** The upload progress of a file, and a button to cancel it. */
export function Uploading({ clientId }: { clientId: string }) {
  useSignals();
  const part = uploads.value.get(clientId);
  return part !== undefined && <Progress part={part} onCancel={() => discard(clientId)} />;
}

export function Progress({ part, onCancel }: { part: number; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="clear-both flex items-center gap-2 px-1 pt-1">
      <progress
        aria-label={t("messages.attach.uploading")}
        className="progress progress-primary h-1.5 min-w-24 flex-1"
        value={part}
        max={1}
      />
      <span
        aria-hidden
        className="text-small tabular text-base-content/75 w-9 text-right"
      >{`${Math.round(part * 100)}%`}</span>
      <IconButton
        label={t("messages.attach.callOff")}
        icon={X}
        side="top"
        className="btn-xs!"
        onClick={onCancel}
      />
    </div>
  );
}
