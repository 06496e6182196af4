import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useId } from "react";
import type { Language } from "../../../src/shared/languages.ts";
import { enterSends, undoSend } from "../../inbox/stored-toggle.ts";
import { brand } from "../../kit/brand.ts";
import { language, languageNames, setLanguage, useTranslation } from "../../kit/text.ts";
import { setTheme, theme, themes } from "../../kit/theme.ts";
import { changePreferences, preferences } from "../../session/preferences.ts";
import { NotificationSettings } from "../../shell/NotificationSettings.tsx";
import { SoundSettings } from "../../shell/Sound.tsx";

/** The theme and the language of this user's screens. */
export function Look() {
  useSignals();
  const { t } = useTranslation();
  const { languages } = brand.value;
  return (
    <Rows>
      <Choice
        name={t("menu.theme")}
        value={theme.value}
        values={themes}
        text={(one) => t(`menu.themes.${one}`)}
        onChange={setTheme}
      />
      {languages.length > 1 && (
        <Choice
          name={t("menu.language")}
          value={language.value}
          values={languages}
          text={(one) => languageNames[one]}
          onChange={changeLanguage}
        />
      )}
    </Rows>
  );
}

/** The language of this user's screens, and of their morning mail. */
function changeLanguage(next: Language) {
  void setLanguage(next);
  const { morningMail } = preferences.peek();
  if (morningMail) void changePreferences({ morningMail: { ...morningMail, language: next } });
}

/** The sound of new messages, and the browser's notifications. */
export const Alerts = () => (
  <>
    <div className="flex flex-col gap-4">
      <SoundSettings />
    </div>
    <div className="-mx-5 mt-4 -mb-5">
      <NotificationSettings />
    </div>
  </>
);

/** Whether queues may hand out tickets to this user. rules.md#share-of-load */
export function Away() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Rows>
      <Switch
        name={t("profile.away")}
        does={t("profile.awayText")}
        isOn={preferences.value.isAway}
        onChange={(isAway) => void changePreferences({ isAway })}
      />
    </Rows>
  );
}

/** How the composer sends. */
export function Writing() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Rows>
      <Switch
        name={t("profile.enterSends")}
        does={t("profile.enterSendsText")}
        isOn={enterSends.on.value}
        onChange={enterSends.set}
      />
      <Switch
        name={t("profile.undoSend")}
        does={t("profile.undoSendText")}
        isOn={undoSend.on.value}
        onChange={undoSend.set}
      />
    </Rows>
  );
}

export const Rows = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3">{children}</div>
);

export function Switch({
  name,
  does,
  isOn,
  onChange,
}: {
  name: string;
  does: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {name}
        </label>
        <p id={`${id}-does`} className="text-muted text-small">
          {does}
        </p>
      </div>
      <input
        id={id}
        aria-describedby={`${id}-does`}
        type="checkbox"
        role="switch"
        className="toggle toggle-primary mt-0.5 shrink-0"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}

export function Choice<Value extends string>({
  name,
  value,
  values,
  text,
  onChange,
}: {
  name: string;
  value: Value;
  values: readonly Value[];
  text: (value: Value) => string;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <label htmlFor={id} className="font-medium">
        {name}
      </label>
      <select
        id={id}
        className="select w-56 max-w-full"
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {text(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
