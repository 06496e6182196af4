import { useSignals } from "@preact/signals-react/runtime";
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { ReadOnVisit } from "../../parts/VisitLimit.tsx";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { hrefOf, type Option, type PageLink } from "./groups.ts";
import { HoursHint } from "./HoursHint.tsx";
import { Control } from "./SettingControl.tsx";
import { entryValue, isWrong, valueText } from "./value-text.ts";
import { values } from "./values.ts";

/** A setting with its name, a sentence and its control; read-only without the permission. */
export function SettingRow({ option, isLit }: { option: Option; isLit: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const { key, kind } = option;
  const value = values.value?.[key] ?? "";
  const inputProps = { id, "aria-describedby": `${id}-does` };
  const isFixed = !can("settings.write") || isClosed(option);
  return (
    <li
      data-setting={key}
      className={`flex items-start justify-between gap-x-6 gap-y-2.5 px-4 py-3.5 phone:flex-nowrap ${kind === "switch" ? "" : "flex-wrap"} ${isLit ? litClass : "transition-colors duration-500"}`}
    >
      <div className="min-w-0 flex-1 basis-56">
        <label htmlFor={id} className="font-medium">
          {t(`settings.keys.${key}.name`)}
        </label>
        <p id={`${id}-does`} className="text-muted text-small max-w-[65ch] text-pretty">
          {t(`settings.keys.${key}.does`)}
        </p>
        {isClosed(option) && <ReadOnVisit />}
        {key === "scheduleType" && <HoursHint />}
      </div>
      <div
        className={`flex min-h-8 max-w-full items-center ${kind === "secret" ? "max-phone:w-full" : "shrink-0"}`}
      >
        {isFixed ? (
          <output {...inputProps} className="font-medium first-letter:uppercase">
            {valueText(option, value)}
          </output>
        ) : (
          <Control option={option} value={value} inputProps={inputProps} />
        )}
      </div>
    </li>
  );
}

/** A row that leads to the page where something is set. */
export function LinkRow({ link }: { link: PageLink }) {
  useSignals();
  const { t } = useTranslation();
  const value = entryValue({ link });
  return (
    <li>
      <Link
        href={hrefOf(link)}
        data-setting={link.key}
        className="hover:bg-hover flex items-center gap-4 px-4 py-3.5 -outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t(`settings.links.${link.key}.name`)}</span>
          <span className="text-muted text-small block text-pretty">
            {t(`settings.links.${link.key}.does`)}
          </span>
        </span>
        {value && (
          <span
            className={`text-small max-w-1/2 truncate ${isWrong({ link }) ? "text-error" : "text-muted"}`}
          >
            {value}
          </span>
        )}
        <ChevronRight size={18} aria-hidden className="text-muted shrink-0" />
      </Link>
    </li>
  );
}

const litClass = "bg-primary/12";

const isClosed = ({ closedToVisits }: Option) =>
  me.value?.isVisiting === true && closedToVisits === true;
