import { useSignals } from "@preact/signals-react/runtime";
import { KeyRound, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { useChoices } from "../../forms/choices.ts";
import { apiTokens } from "../../parts/api-tokens.ts";
import { plan } from "../../session/session.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";

/** The number of tokens for a connection's API, with a link to them. rules.md#api-tokens */
export function ApiToken({ connection }: { connection?: LinkableConnection }) {
  useSignals();
  useChoices(apiTokens, connection !== undefined);
  const { t } = useTranslation();
  if (!connection) return <p className="text-muted">{t("connections.api.afterSaving")}</p>;
  const own = apiTokens.rows.value?.filter(({ whatsappId }) => whatsappId === connection.id) ?? [];
  // When the plan cannot be read, show the part: the server checks the plan anyway.
  const planned = plan.value?.useExternalApi ?? true;
  return (
    <section aria-label={t("connections.parts.api")} className="flex flex-col items-start gap-4">
      <p>{t("connections.api.lead")}</p>
      <p className="text-muted flex items-center gap-2">
        <KeyRound size={18} aria-hidden className="shrink-0" />
        {own.length > 0
          ? t("connections.api.count", {
              count: own.length,
              names: own.map(({ name }) => name).join(", "),
            })
          : t("connections.api.none")}
      </p>
      {planned ? (
        <Link href="/messages-api/tokens" className="btn">
          {t("connections.api.manage")}
        </Link>
      ) : (
        <p className="flex items-start gap-2">
          <TriangleAlert size={18} aria-hidden className="text-waiting mt-px shrink-0" />
          {t("connections.api.notPlanned")}
        </p>
      )}
    </section>
  );
}
