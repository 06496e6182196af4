import { useState } from "react";
import type { Holiday, Week } from "../../../src/shared/hours.ts";
import { ApiError } from "../../kit/api.ts";
import { HoursInput } from "../../kit/week/HoursInput.tsx";
import { type Hours, defaultWeek, withHours } from "../../kit/week/week.ts";
import { WeekEditor } from "../../kit/week/WeekEditor.tsx";
import type { Story } from "../../parts/story.ts";
import { addTexts } from "../../kit/translations.ts";
import { Holidays } from "./OpeningHours.tsx";
import { LoadingSettings, SettingsFailed } from "./SettingsLoad.tsx";
import texts from "./texts.json";

addTexts(texts);

const strange: Week = [
  [4, ["18:00", "02:00"], ["", ""]],
  [5, ["08:00", "12:00"], ["13:30", "00:00"]],
  [2, ["", ""], ["", ""]],
].reduce(
  (week, [index, ...hours]) => withHours(week, index as number, hours as [Hours, Hours]),
  defaultWeek,
);

const holidays: Holiday[] = [
  { date: "2026-12-25", yearly: true, label: "Natal", hours: [] },
  {
    date: "2026-12-24",
    yearly: false,
    label: "Véspera de Natal com um nome bem comprido",
    hours: [
      ["08:00", "12:00"],
      ["13:00", "15:30"],
    ],
  },
];

function Editor({ errors }: { errors?: Record<string, string> }) {
  const [week, setWeek] = useState(strange);
  return (
    <div className="card-quiet px-4">
      <WeekEditor value={week} errors={errors} onChange={setWeek} />
    </div>
  );
}

function Interval() {
  const [hours, setHours] = useState<[Hours, Hours]>([
    ["08:00", "18:00"],
    ["", ""],
  ]);
  return <HoursInput label="Natal" value={hours} onChange={setHours} />;
}

/** The parts of the settings in each of their states. */
export const settingStories: Story[] = [
  { name: "week", show: () => <Editor /> },
  {
    name: "week refused",
    show: () => <Editor errors={{ "0.endTime": "required", "5.startTime2": "required" }} />,
  },
  { name: "hours", show: Interval },
  {
    name: "holidays",
    show: () => (
      <>
        <Holidays holidays={holidays} wrong={false} />
        <Holidays holidays={[]} wrong />
      </>
    ),
  },
  { name: "settings loading", show: () => <LoadingSettings /> },
  {
    name: "settings refused",
    show: () => (
      <SettingsFailed problem={new ApiError(0, { error: "ERR_NETWORK" })} onRetry={() => {}} />
    ),
  },
];
