import { Hash } from "lucide-react";
import { Link } from "wouter";
import { QrCode } from "../../kit/QrCode.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Countdown } from "./Countdown.tsx";
import { Steps } from "./Steps.tsx";
import { isPractice } from "../../../src/shared/capabilities.ts";
import type { LinkableConnection } from "./types.ts";

/** The QR code, its remaining time, and the instructions. */
export function QrPanel({
  connection,
  onCode,
}: {
  connection: LinkableConnection;
  onCode: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-center gap-6 sm:grid-cols-[auto_1fr] sm:justify-items-start">
      <div className="flex max-w-full flex-col items-center gap-3">
        <QrCode
          text={connection.qrcode}
          label={t("connections.link.qr", { name: connection.name })}
        />
        {connection.qrUntil && <Countdown key={connection.qrcode} until={connection.qrUntil} />}
      </div>
      <div className="flex flex-col items-start gap-5">
        {isPractice(connection.provider) ? (
          <OnPractice id={connection.id} />
        ) : (
          <Steps last={[t("connections.link.scan")]} />
        )}
        {connection.qrUntil && (
          <p className="text-muted text-small">{t("connections.link.changes")}</p>
        )}
        <button type="button" className="btn" onClick={onCode}>
          <Hash size={18} aria-hidden />
          {t("connections.link.preferCode")}
        </button>
      </div>
    </div>
  );
}

function OnPractice({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("connections.link.practice")}</p>
      <Link href={`/practice/${id}`} className="btn btn-primary">
        {t("connections.link.toPractice")}
      </Link>
    </>
  );
}
