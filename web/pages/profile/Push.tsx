import { useSignals } from "@preact/signals-react/runtime";
import { Laptop, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { notificationKinds } from "../../../src/shared/notifications.ts";
import { errorText, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import {
  pushDevices,
  pushProblem,
  readPushDevices,
  turnPushOff,
  turnPushOn,
  type PushDevice,
  type PushProblem,
} from "../../parts/push/this-device.ts";
import { changePreferences, preferences } from "../../session/preferences.ts";
import { QuietTimes } from "../../shell/QuietTimes.tsx";
import { Rows, Switch } from "./Preferences.tsx";

/** The notifications of this device, their kinds and hours, and the user's other devices. */
export function Push() {
  useSignals();
  const { t } = useTranslation();
  const [failed, setFailed] = useState<unknown>(null);
  const read = () =>
    readPushDevices().then(
      () => setFailed(null),
      (error: unknown) => setFailed(error),
    );
  useEffect(() => void read(), []);
  if (failed)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        {errorText(failed)}
        <button type="button" className="btn btn-sm" onClick={() => void read()}>
          {t("common.retry")}
        </button>
      </p>
    );
  const devices = pushDevices.value;
  if (!devices) return null;
  return <PushView devices={devices} problem={pushProblem.value} />;
}

export function PushView({
  devices,
  problem,
}: {
  devices: PushDevice[];
  problem: PushProblem | null;
}) {
  return (
    <div className="flex flex-col gap-5">
      <ThisDevice device={devices.find(({ isThis }) => isThis)} problem={problem} />
      {devices.length > 0 && (
        <>
          <Kinds />
          <Quiet />
          <Devices devices={devices} />
        </>
      )}
    </div>
  );
}

function ThisDevice({
  device,
  problem,
}: {
  device: PushDevice | undefined;
  problem: PushProblem | null;
}) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  return (
    <>
      {problem && (
        <div role="status">
          <p className="font-medium">{t(`push.problems.${problem}`)}</p>
          <p className="text-muted text-small mt-0.5">{t(`push.problems.${problem}Text`)}</p>
        </div>
      )}
      {(!problem || problem === "noService" || device) && (
        <div aria-busy={busy}>
          <Switch
            name={t("push.switch")}
            does={t(device ? "push.on" : "push.off")}
            isOn={device !== undefined}
            onChange={() => void run(() => (device ? turnPushOff(device) : turnPushOn()))}
          />
        </div>
      )}
    </>
  );
}

function Kinds() {
  useSignals();
  const { t } = useTranslation();
  const { push } = preferences.value;
  return (
    <fieldset>
      <legend className="font-medium">{t("push.kinds")}</legend>
      <p className="text-muted text-small mb-2">{t("push.kindsText")}</p>
      <ul className="grid gap-x-6 gap-y-2 phone:grid-cols-2">
        {notificationKinds.map((kind) => (
          <li key={kind}>
            <label className="flex cursor-pointer items-center justify-between gap-3 py-1">
              {t(`push.kind.${kind}`)}
              <input
                type="checkbox"
                role="switch"
                className="toggle toggle-primary toggle-sm shrink-0"
                checked={push[kind] ?? true}
                onChange={({ target }) =>
                  void changePreferences({ push: { ...push, [kind]: target.checked } })
                }
              />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Quiet() {
  useSignals();
  const { t } = useTranslation();
  const { pushQuiet } = preferences.value;
  const change = (part: Partial<typeof pushQuiet>) =>
    void changePreferences({ pushQuiet: { ...pushQuiet, ...part } });
  return (
    <Rows>
      <Switch
        name={t("push.quiet")}
        does={t("push.quietText")}
        isOn={pushQuiet.on}
        onChange={(on) => change({ on })}
      />
      {pushQuiet.on && <QuietTimes quiet={pushQuiet} onChange={change} />}
    </Rows>
  );
}

function Devices({ devices }: { devices: PushDevice[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("push.devices")}>
      <h3 className="mb-2 font-medium">{t("push.devices")}</h3>
      <ul className="border-line divide-line divide-y border-y">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </section>
  );
}

function DeviceRow({ device }: { device: PushDevice }) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const { label, failure, sentAt, createdAt, isThis } = device;
  const Icon = /Android|iPhone|iPad/.test(label) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size={20} aria-hidden className="text-muted shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {label}
          {isThis && (
            <span className="bg-primary/12 text-primary text-small rounded-full px-2 py-0.5 font-medium">
              {t("sessions.here")}
            </span>
          )}
        </p>
        <p className="text-muted text-small tabular">
          {t("push.since", { date: timeOrDateTime(createdAt) })}
          {sentAt && ` · ${t("push.sent", { date: timeOrDateTime(sentAt) })}`}
        </p>
        {failure && <p className="text-error text-small">{t(`push.failures.${failure}`)}</p>}
      </div>
      <button
        type="button"
        className="btn btn-sm shrink-0"
        disabled={busy}
        aria-label={t("push.endOf", { name: label })}
        onClick={() => void run(() => turnPushOff(device))}
      >
        {t("push.end")}
      </button>
    </li>
  );
}
