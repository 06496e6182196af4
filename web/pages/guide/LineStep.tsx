import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useChoices } from "../../forms/choices.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { connections } from "../../lists/company-lists.ts";
import { isPractice } from "../../../src/shared/capabilities.ts";
import { Linking } from "../../parts/linking/Linking.tsx";
import { createPractice, isCreating } from "../../parts/practice-phone.ts";
import type { Connection, Queue } from "../../types.ts";
import { Continue } from "./Continue.tsx";
import type { StepProps } from "./step.ts";

/** Links a real number by QR code, or the practice phone. */
export function LineStep({ done, onDone }: StepProps) {
  useSignals();
  useChoices(connections);
  const { t } = useTranslation();
  const rows = connections.rows.value ?? [];
  const isUp = done || rows.some(({ status }) => status === "CONNECTED");
  const begun = rows.find(
    ({ provider, status, capabilities }) =>
      !isPractice(provider) && capabilities.pairing && status !== "CONNECTED",
  );
  const linked = isUp && (
    <>
      <p role="status" className="flex items-center gap-2 font-medium">
        <CircleCheck size={22} aria-hidden className="text-primary shrink-0" />
        {t("guide.line.linked")}
      </p>
      <Continue onDone={onDone} />
    </>
  );
  if (begun) {
    return (
      <>
        {linked}
        <Linking key={begun.id} connection={begun} />
        {!isUp && <Practice />}
      </>
    );
  }
  const isReal = rows.some(({ provider }) => !isPractice(provider));
  return (
    <>
      {linked}
      {!isReal && connections.rows.value && <LinkOwn first={!isUp} />}
      {!isUp && <Practice />}
    </>
  );
}

/** Creates the shop's connection. Its QR code then replaces this part. */
function LinkOwn({ first }: { first: boolean }) {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const create = async () => {
    setCreating(true);
    try {
      const queues = await api.get<Queue[]>("/queue");
      // The name is data, not a text of the screen. With a single queue, customers need no menu.
      await api.post<Connection>("/whatsapp", {
        name: "WhatsApp",
        provider: "beta",
        isDefault: true,
        queueIds: queues.slice(0, 1).map(({ id }) => id),
      });
    } catch (error) {
      toast.error(error);
    } finally {
      setCreating(false);
    }
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <button
        type="button"
        className={`btn ${first ? "btn-primary" : ""}`}
        disabled={creating}
        onClick={() => void create()}
      >
        {t("guide.line.whatsapp")}
      </button>
      <p className="text-muted text-small">{t("guide.line.whatsappText")}</p>
    </div>
  );
}

function Practice() {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-2">
      <button
        type="button"
        className="btn"
        disabled={isCreating.value}
        onClick={() => void createPractice()}
      >
        {t("guide.line.practice")}
      </button>
      <p className="text-muted text-small">{t("guide.line.practiceText")}</p>
    </div>
  );
}
