import { useSignals } from "@preact/signals-react/runtime";
import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { t, useTranslation } from "../../kit/text.ts";
import { zoneName } from "../../kit/zones.ts";
import { ReadOnVisit } from "../../parts/VisitLimit.tsx";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { HoursHint } from "./HoursHint.tsx";
import { visibleSections, type Option, saveStates, values } from "./options.ts";
import { Control } from "./SettingControl.tsx";

/**
 * All settings by purpose. A choice is saved at once; without the permission the settings are
 * read-only. `onHours` shows the company's hours.
 */
export function Options({ onHours }: { onHours: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const mayChange = can("settings.write");
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{t(mayChange ? "settings.atOnce" : "settings.readOnly")}</p>
      {visibleSections().map(({ name, options }) => (
        <section key={name} aria-label={t(`settings.sections.${name}`)}>
          <h2 className="text-muted text-small mb-1.5 font-medium">
            {t(`settings.sections.${name}`)}
          </h2>
          <ul className="card-quiet divide-line divide-y">
            {options.map((option) => (
              <SettingRow
                key={option.key}
                option={option}
                fixed={!mayChange || isClosed(option)}
                below={option.key === "scheduleType" && <HoursHint onHours={onHours} />}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const isClosed = ({ closedToVisits }: Option) =>
  me.value?.isVisiting === true && closedToVisits === true;

function SettingRow({
  option,
  fixed,
  below,
}: {
  option: Option;
  fixed: boolean;
  below: ReactNode;
}) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const { key, kind } = option;
  const value = values.value?.[key] ?? "";
  const inputProps = { id, "aria-describedby": `${id}-does` };
  return (
    <li
      data-setting={key}
      className={`flex items-start justify-between gap-x-4 gap-y-2 px-4 py-3 phone:flex-nowrap phone:gap-x-6 ${kind === "switch" ? "" : "flex-wrap"}`}
    >
      <div className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="font-medium">
          {t(`settings.keys.${key}.name`)}
        </label>
        <p id={`${id}-does`} className="text-muted text-small">
          {t(`settings.keys.${key}.does`)}
        </p>
        {isClosed(option) && <ReadOnVisit />}
        {below}
      </div>
      <div
        className={`flex min-h-8 max-w-full items-center gap-2.5 ${kind === "secret" ? "flex-wrap justify-end max-phone:w-full" : "shrink-0"}`}
      >
        {fixed ? (
          <output {...inputProps} className="font-medium">
            {valueText(option, value)}
          </output>
        ) : (
          <>
            <Saved name={key} />
            <Control option={option} value={value} inputProps={inputProps} />
          </>
        )}
      </div>
    </li>
  );
}

function valueText({ key, kind }: Option, value: string) {
  if (kind === "switch") return t(value === "enabled" ? "common.yes" : "common.no");
  if (kind === "select") return t(`settings.keys.${key}.values.${value}`);
  return kind === "zone" && value ? zoneName(value, Date.now()) : value;
}

function Saved({ name }: { name: string }) {
  useSignals();
  const { t } = useTranslation();
  const state = saveStates.value[name];
  return (
    <span role="status" className="text-muted text-small flex items-center gap-1 empty:-ml-2.5">
      {state === "saving" && <span aria-hidden className="loading loading-spinner loading-xs" />}
      {state === "saved" && (
        <>
          <Check size={14} aria-hidden className="text-primary" />
          {t("settings.saved")}
        </>
      )}
    </span>
  );
}
