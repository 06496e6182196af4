import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, Volume1, Volume2, VolumeX } from "lucide-react";
import { useId, useState } from "react";
import { language, useTranslation } from "../kit/text.ts";
import { languageTags } from "../kit/translations.ts";
import { useChoices } from "../forms/choices.ts";
import { queues } from "../lists/company-lists.ts";
import { me } from "../session/session.ts";
import { QuietTimes } from "./QuietTimes.tsx";
import { play, setVolume, volume } from "./sound.ts";
import { setNotificationPrefs, notificationPrefs } from "./notification-prefs.ts";

/** The sound settings of new messages: volume, queues and quiet hours. */
export function Sound() {
  useSignals();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const level = volume.value;
  const Icon = level === 0 ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  return (
    <div className="border-line border-t">
      <p className="p-1.5">
        <button
          type="button"
          className="menu-item"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={18} aria-hidden className="text-muted" />
          <span className="flex-1">
            {level === 0 ? t("menu.sound.muted") : t("menu.sound.at", { level: percent(level) })}
          </span>
          <ChevronDown
            size={16}
            aria-hidden
            className={`text-muted transition-transform ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
      </p>
      <div
        id={id}
        role="group"
        aria-label={t("menu.sound.title")}
        hidden={!isOpen}
        className="flex max-h-[45dvh] flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4"
      >
        {isOpen && <SoundSettings />}
      </div>
    </div>
  );
}

/** The volume, the queues that ring and the quiet hours. */
export const SoundSettings = () => (
  <>
    <Level />
    <Queues />
    <QuietHours />
  </>
);

function Level() {
  useSignals();
  const { t } = useTranslation();
  const level = volume.value;
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-2">
        <span className="font-medium">{t("menu.sound.title")}</span>
        <span aria-hidden className="text-muted text-small tabular">
          {percent(level)}
        </span>
      </div>
      <div className="flex items-center gap-3">
        <input
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={level}
          aria-label={t("menu.sound.volume")}
          aria-valuetext={percent(level)}
          className="range range-primary range-xs flex-1"
          onChange={({ target }) => setVolume(Number(target.value))}
        />
        <button
          type="button"
          className="btn btn-sm"
          disabled={level === 0}
          onClick={() => void play()}
        >
          {t("menu.sound.try")}
        </button>
      </div>
    </div>
  );
}

/** The queues that ring. */
function Queues() {
  useSignals();
  const { t } = useTranslation();
  const user = me.value;
  const all = user?.profile === "admin" || user?.allTicket === "enabled";
  useChoices(queues, all);
  const served = all ? (queues.rows.value ?? []) : (user?.queues ?? []);
  const { mutedQueues } = notificationPrefs.value;
  if (served.length === 0) return null;
  const toggle = (id: number) =>
    setNotificationPrefs({
      mutedQueues: mutedQueues.includes(id)
        ? mutedQueues.filter((muted) => muted !== id)
        : [...mutedQueues, id],
    });
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("menu.sound.queues")}</legend>
      <ul className="-mx-2.5 max-h-44 overflow-y-auto">
        {served.map(({ id, name, color }) => (
          <li key={id}>
            <label className="menu-item has-focus-visible:bg-hover">
              <input
                type="checkbox"
                className="checkbox checkbox-primary checkbox-sm"
                checked={!mutedQueues.includes(id)}
                onChange={() => toggle(id)}
              />
              <span
                aria-hidden
                className="size-2.5 shrink-0 rounded-full"
                style={{ background: color }}
              />
              <span className="truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function QuietHours() {
  useSignals();
  const { t } = useTranslation();
  const { quiet } = notificationPrefs.value;
  const change = (part: Partial<typeof quiet>) =>
    setNotificationPrefs({ quiet: { ...quiet, ...part } });
  return (
    <div>
      <label className="flex cursor-pointer items-center justify-between gap-3">
        <span className="font-medium">{t("menu.sound.quiet")}</span>
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary toggle-sm"
          checked={quiet.on}
          onChange={() => change({ on: !quiet.on })}
        />
      </label>
      <p className="text-muted text-small mt-0.5">{t("menu.sound.quietText")}</p>
      {quiet.on && <QuietTimes quiet={quiet} onChange={change} />}
    </div>
  );
}

const percent = (level: number) =>
  new Intl.NumberFormat(languageTags[language.value], { style: "percent" }).format(level);
