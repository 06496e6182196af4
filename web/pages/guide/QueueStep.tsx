import { useEffect, useState } from "react";
import { presets } from "../../../src/shared/colors.ts";
import type { Week } from "../../../src/shared/hours.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { defaultWeek } from "../../kit/week/week.ts";
import { WeekEditor } from "../../kit/week/WeekEditor.tsx";
import type { Queue } from "../../types.ts";
import type { StepProps } from "./step.ts";

const fields: Field[] = [
  { name: "name", label: "guide.queue.label", required: true, min: 2, max: 50 },
  { name: "color", label: "guide.queue.color", type: "color", required: true },
  { name: "outOfHoursMessage", label: "guide.queue.closed", type: "textarea", max: 1000 },
];

/** Creates the first queue and its hours, which apply from then on. */
export function QueueStep({ onDone }: StepProps) {
  const [first, setFirst] = useState<Queue | null>();
  const [failed, setFailed] = useState<unknown>(null);
  const read = () =>
    void api.get<Queue[]>("/queue").then((queues) => setFirst(queues[0] ?? null), setFailed);
  useEffect(read, []);
  if (first === undefined)
    return failed ? (
      <LoadError error={failed} onRetry={read} />
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  return <QueueFields queue={first} onDone={onDone} />;
}

function QueueFields({ queue, onDone }: { queue: Queue | null; onDone: () => void }) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [values] = useState({
    name: queue?.name ?? "",
    color: queue?.color ?? presets[0] ?? "",
    outOfHoursMessage: queue?.outOfHoursMessage ?? "",
  });
  const [week, setWeek] = useState<Week>(queue?.schedules?.length ? queue.schedules : defaultWeek);
  const edit = useEdit(queue, () => ({ ...values, schedules: queue!.schedules }));
  const save = async ({ name, color, outOfHoursMessage }: typeof values) => {
    await saveEdit("/queue", edit, {
      name: name.trim(),
      color,
      schedules: week,
      ...(outOfHoursMessage.trim() && { outOfHoursMessage: outOfHoursMessage.trim() }),
    });
    await api.put("/settings/scheduleType", { value: "queue" });
    onDone();
  };
  const changeWeek = (changed: Week) => {
    setWeek(changed);
    setDirty(true);
  };
  return (
    <>
      <LeaveGuard dirty={dirty} />
      <Form
        fields={fields}
        values={values}
        submit={t("guide.save")}
        onDirty={setDirty}
        onSubmit={save}
      >
        <fieldset className="mt-4">
          <legend className="mb-1 font-medium">{t("guide.queue.hours")}</legend>
          <WeekEditor value={week} onChange={changeWeek} />
        </fieldset>
      </Form>
    </>
  );
}
