import { CirclePause, CirclePlay, CircleStop, Play, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Field } from "../../../forms/Field.tsx";
import { dateTime, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { missing } from "../../../parts/campaigns/missing.ts";
import { type Move, moveCampaign } from "../../../parts/campaigns/move.ts";
import { connectionResource } from "../../../parts/campaigns/resources.ts";
import type { Campaign } from "../../../parts/campaigns/types.ts";
import { can } from "../../../session/can.ts";
import { StartDialog } from "../StartDialog.tsx";

const icons = { start: Play, restart: CirclePlay, pause: CirclePause, cancel: CircleStop };

/** Buttons for the actions that the campaign's status allows. */
export function Moves({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [starting, setStarting] = useState(false);
  const { id, status, pauseReason } = campaign;
  if (!can("campaigns.write")) return null;
  const moves: (keyof typeof icons)[] =
    status === "INATIVA"
      ? ["start"]
      : status === "CANCELADA"
        ? ["restart"]
        : status !== "EM_ANDAMENTO"
          ? []
          : pauseReason
            ? ["cancel"]
            : ["pause", "cancel"];
  // An incomplete campaign opens no dialog: the server's refusal names the missing fields.
  const run = (move: Move) =>
    move === "start" && missing(campaign).length === 0
      ? setStarting(true)
      : void moveCampaign(id, move).catch(toast.error);
  return (
    <>
      {moves.map((move) => {
        const Icon = icons[move];
        return (
          <button key={move} type="button" className="btn" onClick={() => run(move)}>
            <Icon size={18} aria-hidden />
            {t(`campaignReport.moves.${move}`)}
          </button>
        );
      })}
      {starting && <StartDialog campaign={campaign} onClose={() => setStarting(false)} />}
    </>
  );
}

/** The reason of a pause, and the button to continue. */
export function Paused({ campaign: { id, pauseReason, pausedAt } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [connection, setConnection] = useState("");
  const needsConnection = pauseReason === "connectionDeleted";
  const resume = async () => {
    setBusy(true);
    await moveCampaign(id, "resume", Number(connection) || undefined).catch(toast.error);
    setBusy(false);
  };
  return (
    <section
      data-paused
      aria-label={t("campaignReport.paused")}
      className="border-warning/60 bg-warning/10 rounded-card flex flex-wrap items-center gap-3 border px-4 py-3"
    >
      <TriangleAlert size={20} aria-hidden className="text-waiting shrink-0" />
      <div className="min-w-56 flex-1">
        <p className="font-medium">{t(`campaignReport.pauses.${pauseReason ?? "user"}`)}</p>
        {pausedAt && (
          <p className="text-small">{t("campaignReport.pausedAt", { at: dateTime(pausedAt) })}</p>
        )}
      </div>
      {can("campaigns.write") && needsConnection && (
        <div className="w-60 max-w-full">
          <Field
            field={{
              name: "whatsappId",
              label: "campaignReport.connection",
              type: "resource",
              resource: connectionResource,
              emptyLabel: "common.choose",
              required: true,
            }}
            value={connection}
            onChange={(chosen) => setConnection(String(chosen))}
          />
        </div>
      )}
      {can("campaigns.write") && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy || (needsConnection && !connection)}
          onClick={() => void resume()}
        >
          <CirclePlay size={18} aria-hidden />
          {t("campaignReport.resume")}
        </button>
      )}
    </section>
  );
}
