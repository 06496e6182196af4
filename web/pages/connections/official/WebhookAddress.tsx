import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copy } from "../../../kit/copy.ts";
import { useTranslation } from "../../../kit/text.ts";

/** The two values that Meta's page of the app asks for, to be copied. */
export function WebhookAddress({
  webhookPath,
  verifyToken,
}: {
  webhookPath: string;
  verifyToken: string;
}) {
  const { t } = useTranslation();
  const isPublic = location.protocol === "https:";
  return (
    <div className="flex flex-col gap-3">
      <p>{t("connections.official.webhookLead")}</p>
      <Value label={t("connections.official.webhook")} value={location.origin + webhookPath} />
      <Value label={t("connections.official.verifyToken")} value={verifyToken} />
      {!isPublic && (
        <p className="text-small text-waiting">{t("connections.official.webhookHttps")}</p>
      )}
    </div>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className="flex flex-col gap-1">
      <span className="text-small font-medium">{label}</span>
      <div className="flex items-center gap-2">
        <code className="rounded-card border-line bg-base-200 min-w-0 flex-1 border px-2.5 py-1.5 break-all select-all">
          {value}
        </code>
        <button
          type="button"
          className="btn btn-sm btn-square"
          aria-label={`${t("connections.link.copy")}: ${label}`}
          onClick={() => void copy(value).then(setIsCopied)}
        >
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        </button>
      </div>
    </div>
  );
}
