import { useSignals } from "@preact/signals-react/runtime";
import { language, useTranslation } from "../../kit/text.ts";
import { changePreferences, preferences } from "../../session/preferences.ts";
import { Choice, Rows, Switch } from "./Preferences.tsx";

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Turns the mail with the figures of the day before on and off. rules.md#morning-mail */
export function MorningMail() {
  useSignals();
  const { t } = useTranslation();
  const { morningMail } = preferences.value;
  const set = (hour: number) =>
    void changePreferences({ morningMail: { hour, language: language.value } });
  return (
    <Rows>
      <Switch
        name={t("profile.morningMail")}
        does={t("profile.morningMailText")}
        isOn={morningMail !== null}
        onChange={(isOn) => (isOn ? set(usualHour) : void changePreferences({ morningMail: null }))}
      />
      {morningMail && (
        <Choice
          name={t("profile.morningMailHour")}
          value={String(morningMail.hour)}
          values={hours}
          text={(hour) => `${hour.padStart(2, "0")}:00`}
          onChange={(hour) => set(Number(hour))}
        />
      )}
    </Rows>
  );
}

const usualHour = 7;
