import { CircleAlert, CircleCheck, CircleX, RotateCw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import type { Finding, HealthCheck, HealthState } from "../../../src/shared/health.ts";
import { api } from "../../kit/api.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { live } from "../../session/live.ts";
import { can } from "../../session/can.ts";
import "../../parts/copies/texts.ts";
import { LogPart } from "./LogPart.tsx";
import { SetAside } from "./SetAside.tsx";
import { valueText } from "./value-text.ts";
import texts from "./texts.json";

addTexts(texts);

const parts = ["now", "log"] as const;

type Reading = { findings?: Finding[]; failed?: unknown };

/** The state of the box, in a shop's words. rules.md#health */
export function Health() {
  const { t } = useTranslation();
  const { part: requested } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  // The log belongs to the box, and may name other companies.
  const part = parts.find((one) => one === requested && can("logs.read")) ?? "now";
  const tabs = can("logs.read") && (
    <div className="w-full max-w-sm">
      <Tabs
        variant="box"
        label={t("health.title")}
        values={parts}
        value={part}
        text={(one) => t(`health.parts.${one}`)}
        onChange={(one) => go(one === "now" ? "/health" : `/health/${one}`)}
      />
    </div>
  );
  return (
    <Page title={t("health.title")} lead={t("health.lead")} width="medium" filters={tabs}>
      {part === "now" ? <NowPart /> : <LogPart />}
    </Page>
  );
}

function NowPart() {
  const [reading, setReading] = useState<Reading>({});
  const read = useCallback(
    () =>
      void api
        .get<{ findings: Finding[] }>("/health")
        .then(setReading, (failed: unknown) => setReading({ failed })),
    [],
  );
  useEffect(() => {
    read();
    return live.on("health", read);
  }, [read]);
  return <NowView {...reading} onAgain={read} />;
}

export function NowView({ findings, failed, onAgain }: Reading & { onAgain: () => void }) {
  if (findings) return <Findings findings={findings} onAgain={onAgain} />;
  return failed ? (
    <LoadError error={failed} onRetry={onAgain} />
  ) : (
    <Delayed>
      <Skeleton className="h-64 w-full" />
    </Delayed>
  );
}

const worstFirst: HealthState[] = ["fail", "warn", "ok"];

function Findings({ findings, onAgain }: { findings: Finding[]; onAgain: () => void }) {
  const { t } = useTranslation();
  const wrong = findings.filter(({ state }) => state !== "ok").length;
  const sorted = findings.toSorted(
    (one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state),
  );
  return (
    <>
      <div className="mb-2 flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1 font-semibold">
          {wrong === 0 ? t("health.allFine") : t("health.someWrong", { count: wrong })}
        </p>
        <IconButton label={t("health.again")} icon={RotateCw} onClick={onAgain} />
      </div>
      <ul className="card-quiet divide-line divide-y">
        {sorted.map((finding) => (
          <FindingRow key={finding.check} {...finding} />
        ))}
      </ul>
    </>
  );
}

/** The page that fixes each finding. */
const places: Partial<Record<HealthCheck, keyof typeof pathOf>> = {
  safeMode: "backups",
  copies: "backups",
  drill: "backups",
  away: "backups",
  mail: "box",
  lines: "connections",
  outbox: "connections",
  billing: "billing",
  overpaid: "invoices",
};
const pathOf = {
  backups: "/backups",
  connections: "/connections",
  box: "/platform/box",
  billing: "/platform/billing",
  invoices: "/invoices",
};

const icons = { ok: CircleCheck, warn: CircleAlert, fail: CircleX };
const colors = { ok: "text-success", warn: "text-waiting", fail: "text-error" };

function FindingRow({ check, state, value }: Finding) {
  const { t } = useTranslation();
  const Icon = icons[state];
  const place = places[check];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon size={20} aria-hidden className={`mt-0.5 shrink-0 ${colors[state]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{t(`health.names.${check}`)}</span>
          <span className="text-muted tabular wrap-anywhere">
            {valueText(value, t) || t(`health.states.${state}`)}
          </span>
        </p>
        {check === "setAside" && <SetAside />}
        {state !== "ok" && (
          <p className="mt-0.5">
            <span className="sr-only">{t(`health.states.${state}`)}. </span>
            {t(`health.remedies.${check}`)}{" "}
            {place && (
              <Link href={pathOf[place]} className="link whitespace-nowrap">
                {t(`health.places.${place}`)}
              </Link>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
