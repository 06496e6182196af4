import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { CampaignSetting } from "../../../src/modules/campaign-settings/table.ts";
import {
  greaterIntervals,
  longerIntervals,
  messageIntervals,
} from "../../../src/shared/campaigns.ts";
import { api } from "../../kit/api.ts";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { SaveActions } from "../../kit/SaveActions.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { t, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import texts from "./texts.json";
import { ResultDays } from "./ResultDays.tsx";
import { type Variable, Variables } from "./Variables.tsx";

addTexts(texts);

type Settings = {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
  variables: Variable[];
  warmUp: boolean;
  dailyCapFirst: number;
  dailyCapMost: number;
  pauseAfter: number;
  optOutText: string;
  resultDays: number;
};

const firstCaps = [20, 50, 100, 200] as const;

const mostCaps = [0, 200, 500, 1000, 2000, 5000] as const;

const refusals = [0, 3, 5, 10] as const;

/** The pace of campaigns, their variables, and the warm-up of a number. rules.md#campaign-pace */
export function CampaignsConfig() {
  const { t } = useTranslation();
  const [stored, setStored] = useState<Settings | null>(null);
  const [settings, setSettings] = useState<Settings | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const take = (all: CampaignSetting[]) => {
    const read = Object.fromEntries(
      all.map(({ key, value }) => [key, JSON.parse(value) as unknown]),
    ) as Settings;
    setStored(read);
    setSettings(read);
    setFailed(null);
  };
  const read = () => void api.get<CampaignSetting[]>("/campaign-settings").then(take, setFailed);
  useEffect(read, []);
  const dirty = JSON.stringify(stored) !== JSON.stringify(settings);
  const save = async () => {
    setSaving(true);
    try {
      take(await api.post<CampaignSetting[]>("/campaign-settings", { settings }));
      toast.success(t("campaignsConfig.saved"));
    } catch (error) {
      toast.error(error);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Page
      title={t("campaignsConfig.title")}
      lead={t("campaignsConfig.lead")}
      width="narrow"
      actions={
        settings && (
          <SaveActions
            dirty={dirty}
            saving={saving}
            onSave={() => void save()}
            onDiscard={() => setSettings(stored)}
          />
        )
      }
    >
      <LeaveGuard dirty={dirty} />
      {failed ? (
        <div className="card-quiet" role="alert">
          <LoadError title={t("common.failed")} error={failed} onRetry={read} />
        </div>
      ) : settings ? (
        <div className="flex flex-col gap-4">
          <Pace settings={settings} onChange={(more) => setSettings({ ...settings, ...more })} />
          <Caps settings={settings} onChange={(more) => setSettings({ ...settings, ...more })} />
          <ResultDays
            days={settings.resultDays}
            onChange={(resultDays) => setSettings({ ...settings, resultDays })}
          />
          <OptOutText
            text={settings.optOutText}
            onChange={(optOutText) => setSettings({ ...settings, optOutText })}
          />
          <Variables
            variables={settings.variables}
            onChange={(variables) => setSettings({ ...settings, variables })}
          />
        </div>
      ) : (
        <Delayed>
          <Skeleton className="h-72 w-full" />
        </Delayed>
      )}
    </Page>
  );
}

type Part = { settings: Settings; onChange: (more: Partial<Settings>) => void };

function Pace({
  settings: { messageInterval, longerIntervalAfter, greaterInterval },
  onChange,
}: Part) {
  const { t } = useTranslation();
  return (
    <section
      className="card-quiet flex flex-col gap-4 px-4 py-4"
      aria-label={t("campaignsConfig.intervals")}
    >
      <h2 className="font-semibold">{t("campaignsConfig.intervals")}</h2>
      <NumberSelect
        label={t("campaignsConfig.messageInterval")}
        hint={t("campaignsConfig.messageIntervalHint")}
        value={messageInterval}
        options={messageIntervals}
        text={(count) =>
          count === 0 ? t("campaignsConfig.noInterval") : t("campaignsConfig.seconds", { count })
        }
        onChange={(value) => onChange({ messageInterval: value })}
      />
      <NumberSelect
        label={t("campaignsConfig.longerIntervalAfter")}
        value={longerIntervalAfter}
        options={longerIntervals}
        text={(count) => (count === 0 ? t("campaignsConfig.never") : messages(count))}
        onChange={(value) => onChange({ longerIntervalAfter: value })}
      />
      <NumberSelect
        label={t("campaignsConfig.greaterInterval")}
        value={greaterInterval}
        options={greaterIntervals}
        text={(count) =>
          count === 0 ? t("campaignsConfig.noInterval") : t("campaignsConfig.seconds", { count })
        }
        onChange={(value) => onChange({ greaterInterval: value })}
      />
      <p className="text-muted text-small">{t("campaignsConfig.windowHint")}</p>
    </section>
  );
}

function Caps({ settings: { warmUp, dailyCapFirst, dailyCapMost, pauseAfter }, onChange }: Part) {
  const { t } = useTranslation();
  const warnings = [
    !warmUp && "noWarmUp",
    dailyCapMost === 0 && "noCap",
    pauseAfter === 0 && "noPause",
  ].filter((one) => one !== false);
  return (
    <section
      className="card-quiet flex flex-col gap-4 px-4 py-4"
      aria-label={t("campaignsConfig.caps")}
    >
      <h2 className="font-semibold">{t("campaignsConfig.caps")}</h2>
      <label className="flex cursor-pointer items-start justify-between gap-4">
        <span>
          <span className="font-medium">{t("campaignsConfig.warmUp")}</span>
          <span className="text-muted text-small block">{t("campaignsConfig.warmUpHint")}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary mt-0.5 shrink-0"
          checked={warmUp}
          onChange={({ target }) => onChange({ warmUp: target.checked })}
        />
      </label>
      {warmUp && (
        <NumberSelect
          label={t("campaignsConfig.dailyCapFirst")}
          value={dailyCapFirst}
          options={firstCaps}
          text={messages}
          onChange={(value) => onChange({ dailyCapFirst: value })}
        />
      )}
      <NumberSelect
        label={t("campaignsConfig.dailyCapMost")}
        value={dailyCapMost}
        options={mostCaps}
        text={(count) => (count === 0 ? t("campaignsConfig.noLimit") : messages(count))}
        onChange={(value) => onChange({ dailyCapMost: value })}
      />
      <NumberSelect
        label={t("campaignsConfig.pauseAfter")}
        value={pauseAfter}
        options={refusals}
        text={(count) =>
          count === 0 ? t("campaignsConfig.never") : t("campaignsConfig.refusals", { count })
        }
        onChange={(value) => onChange({ pauseAfter: value })}
      />
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {warnings.map((one) => (
          <p key={one} data-warning className="text-waiting flex items-start gap-2">
            <TriangleAlert size={18} aria-hidden className="mt-px shrink-0" />
            {t(`campaignsConfig.warnings.${one}`)}
          </p>
        ))}
      </div>
    </section>
  );
}

/** The answer to a request to stop. rules.md#opt-outs */
function OptOutText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <section
      className="card-quiet flex flex-col gap-3 px-4 py-4"
      aria-label={t("campaignsConfig.optOut")}
    >
      <div>
        <h2 className="font-semibold">{t("campaignsConfig.optOut")}</h2>
        <p className="text-muted">{t("campaignsConfig.optOutHint")}</p>
      </div>
      <textarea
        className="textarea w-full"
        rows={3}
        maxLength={1000}
        aria-label={t("campaignsConfig.optOut")}
        placeholder={t("campaignsConfig.optOutExample")}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {!text && (
        <button
          type="button"
          className="btn btn-sm self-start"
          onClick={() => onChange(t("campaignsConfig.optOutExample"))}
        >
          {t("campaignsConfig.optOutUse")}
        </button>
      )}
    </section>
  );
}

type SelectProps = {
  label: string;
  hint?: string;
  value: number;
  options: readonly number[];
  text: (value: number) => string;
  onChange: (value: number) => void;
};

/** Chooses a number. A value that was set elsewhere is added to the choices. */
function NumberSelect({ label, hint, value, options, text, onChange }: SelectProps) {
  const all = [...new Set([...options, value])].toSorted((one, other) => one - other);
  return (
    <label className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-56 flex-1">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-muted text-small block">{hint}</span>}
      </span>
      <select
        className="select w-full phone:w-48"
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {all.map((one) => (
          <option key={one} value={one}>
            {text(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

const messages = (count: number) =>
  t("campaignsConfig.messages", { count, shown: numberText(count) });
