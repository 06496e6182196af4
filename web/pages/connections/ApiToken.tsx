import { useSignals } from "@preact/signals-react/runtime";
import { Check, Copy, KeyRound, RefreshCw, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { copy } from "../../kit/copy.ts";
import { dateTime } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { plan } from "../../session.ts";
import type { LinkableConnection } from "./types.ts";

/** The token of a connection's API: issued, replaced and revoked. It is shown once. rules.md#api-tokens */
export function ApiToken({ connection }: { connection?: LinkableConnection }) {
  useSignals();
  const { t } = useTranslation();
  const [newToken, setNewToken] = useState("");
  const [question, setQuestion] = useState<"replace" | "revoke" | null>(null);
  const [busy, setBusy] = useState(false);
  if (!connection) return <p className="text-muted">{t("connections.api.afterSaving")}</p>;

  const path = `/whatsapp/${connection.id}/token`;
  const { token } = connection;
  // A plan that could not be read shuts nobody out: the server knows it.
  const planned = plan.value?.useExternalApi ?? true;

  const issue = async () => {
    setBusy(true);
    try {
      setNewToken((await api.post<{ token: string }>(path)).token);
    } finally {
      setBusy(false);
    }
  };
  const revoke = async () => {
    await api.del(path);
    setNewToken("");
    toast.success(t("connections.api.revoked"));
  };

  return (
    <section aria-label={t("connections.parts.api")} className="flex flex-col gap-4">
      <p>{t("connections.api.lead")}</p>
      {newToken && <NewToken token={newToken} />}
      {token ? (
        <dl className="card-quiet grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3">
          <dt className="text-muted">{t("connections.api.token")}</dt>
          <dd>
            <code data-prefix className="font-mono break-all">{token.prefix}…</code>
          </dd>
          <dt className="text-muted">{t("connections.api.since")}</dt>
          <dd className="tabular">{dateTime(token.createdAt)}</dd>
          <dt className="text-muted">{t("connections.api.used")}</dt>
          <dd className="tabular">{token.lastUsedAt ? dateTime(token.lastUsedAt) : t("connections.api.never")}</dd>
        </dl>
      ) : (
        <p className="text-muted flex items-center gap-2">
          <KeyRound size={18} aria-hidden className="shrink-0" />
          {t("connections.api.none")}
        </p>
      )}
      {!planned && (
        <p className="flex items-start gap-2">
          <TriangleAlert size={18} aria-hidden className="text-waiting mt-px shrink-0" />
          {t("connections.api.notPlanned")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {planned && (
          <button type="button" className={`btn ${token ? "" : "btn-primary"}`} disabled={busy} onClick={() => (token ? setQuestion("replace") : void issue().catch(toast.error))}>
            {busy ? <span aria-hidden className="loading loading-spinner loading-xs" /> : token ? <RefreshCw size={16} aria-hidden /> : <KeyRound size={16} aria-hidden />}
            {t(token ? "connections.api.replace" : "connections.api.issue")}
          </button>
        )}
        {token && (
          <button type="button" className="btn btn-ghost text-error" disabled={busy} onClick={() => setQuestion("revoke")}>
            <Trash2 size={16} aria-hidden />
            {t("connections.api.revoke")}
          </button>
        )}
      </div>
      {question && (
        <Confirm
          title={t(`connections.api.${question}Question`)}
          text={t(`connections.api.${question}Text`)}
          action={t(`connections.api.${question}`)}
          onClose={() => setQuestion(null)}
          onConfirm={question === "replace" ? issue : revoke}
        />
      )}
    </section>
  );
}

/** The token itself: here and now, and never again. */
export function NewToken({ token }: { token: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <div role="status" className="border-primary/40 bg-primary/8 rounded-card flex flex-col gap-2 border px-4 py-3">
      <p className="font-medium">{t("connections.api.once")}</p>
      <code data-token className="bg-base-100 border-line rounded-lg border px-3 py-2 font-mono break-all select-all">{token}</code>
      <button type="button" className="btn btn-sm self-start" onClick={() => void copy(token).then(setCopied)}>
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {t(copied ? "connections.link.copied" : "connections.api.copy")}
      </button>
    </div>
  );
}
