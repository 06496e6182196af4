import { Laptop, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { errorText, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { deviceOf } from "../../parts/device.ts";

export type Session = Wire<{
  id: string;
  device: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
  current: boolean;
}>;

/** The user's sessions, each with a button that ends it. */
export function Sessions() {
  const [rows, setRows] = useState<Session[] | null>(null);
  const [failed, setFailed] = useState<unknown>(null);

  const read = async () => {
    try {
      setRows(await api.get<Session[]>("/auth/sessions"));
      setFailed(null);
    } catch (error) {
      setFailed(error);
    }
  };
  useEffect(() => void read(), []);

  return (
    <SessionList
      rows={rows}
      failed={failed}
      onRetry={() => void read()}
      onEnd={async (id) => (await api.del(`/auth/sessions/${id}`), await read())}
      onEndOthers={async () => (await api.del("/auth/sessions"), await read())}
    />
  );
}

type Props = {
  rows: Session[] | null;
  failed?: unknown;
  onRetry: () => void;
  onEnd: (id: string) => Promise<void>;
  onEndOthers: () => Promise<void>;
};

export function SessionList({ rows, failed, onRetry, onEnd, onEndOthers }: Props) {
  const { t } = useTranslation();
  const [isConfirming, setIsConfirming] = useState(false);
  if (failed) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        {errorText(failed)}
        <button type="button" className="btn btn-sm" onClick={onRetry}>
          {t("common.retry")}
        </button>
      </p>
    );
  }
  if (!rows) {
    return (
      <Delayed>
        <Skeleton className="h-5 w-64" />
      </Delayed>
    );
  }
  const sorted = rows.toSorted((one, other) => Number(other.current) - Number(one.current));
  return (
    <>
      <ul className="border-line divide-line divide-y border-y">
        {sorted.map((row) => (
          <SessionRow key={row.id} row={row} onEnd={() => onEnd(row.id)} />
        ))}
      </ul>
      {rows.length > 1 ? (
        <button type="button" className="btn mt-4" onClick={() => setIsConfirming(true)}>
          {t("sessions.endOthers")}
        </button>
      ) : (
        <p className="text-muted text-small mt-3">{t("sessions.onlyHere")}</p>
      )}
      {isConfirming && (
        <Confirm
          title={t("sessions.endOthersQuestion")}
          text={t("sessions.endOthersText")}
          action={t("sessions.endOthers")}
          onClose={() => setIsConfirming(false)}
          onConfirm={onEndOthers}
        />
      )}
    </>
  );
}

function SessionRow({
  row: { device, address, createdAt, lastSeenAt, current },
  onEnd,
}: {
  row: Session;
  onEnd: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const { browser, system, handheld } = deviceOf(device);
  const Icon = handheld ? Smartphone : Laptop;
  const name =
    browser && system
      ? t("sessions.on", { browser, system })
      : browser || system || t("sessions.unknown");
  return (
    <li className="flex items-center gap-3 py-3" title={device}>
      <Icon size={20} aria-hidden className="text-muted shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {current && (
            <span className="bg-primary/12 text-primary text-small rounded-full px-2 py-0.5 font-medium">
              {t("sessions.here")}
            </span>
          )}
        </p>
        <p className="text-muted text-small tabular">
          {t("sessions.since", { date: timeOrDateTime(createdAt) })}
          {!current && ` · ${t("sessions.seen", { date: timeOrDateTime(lastSeenAt) })}`} · {address}
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="btn btn-sm shrink-0"
          disabled={busy}
          aria-label={t("sessions.endOf", { name })}
          onClick={() => void run(onEnd)}
        >
          {t("sessions.end")}
        </button>
      )}
    </li>
  );
}
