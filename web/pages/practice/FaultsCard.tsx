import { useSignals } from "@preact/signals-react/runtime";
import {
  ClockFading,
  FileCheck,
  FileX,
  KeyRound,
  LogOut,
  MessageSquareX,
  Plug,
  Unplug,
} from "lucide-react";
import { useId, useState } from "react";
import * as practice from "../../../src/shared/practice.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Connection } from "../../types.ts";
import {
  injectFault,
  busy,
  choiceOf,
  delay,
  delays,
  mediaAway,
  restrictionOf,
  restrictions,
  type RestrictionChoice,
} from "./faults.ts";
import { customer, receipts, setReceipts } from "./phone.ts";

const receiptOptions = practice.receipts.toReversed();

/** The connection's state, and faults to inject. */
export function FaultsCard({ connection }: { connection: Connection }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  const up = connection.status === "CONNECTED";
  const unlinked = connection.status === "qrcode";
  return (
    <section aria-labelledby={id} className="card-quiet p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {t("practice.line")}
        </h2>
        <span className="text-small flex items-center gap-1.5">
          <span
            aria-hidden
            className={`status status-md ${up ? "status-success" : "status-warning"}`}
          />
          {t(up ? "practice.up" : unlinked ? "practice.unlinked" : "practice.down")}
        </span>
      </div>
      <p className="text-muted text-small mt-1">{t("practice.faultsText")}</p>

      <Faults connection={connection} onLeave={() => setLeaving(true)} />
      <Answers connection={connection} />
      {leaving && (
        <Confirm
          title={t("practice.logoutQuestion")}
          text={t("practice.logoutText", { name: connection.name })}
          action={t("practice.logout")}
          onConfirm={async () => {
            await injectFault(connection.id, { logout: true }, "practice.loggedOut");
            await injectFault(connection.id, { disconnect: false }, "practice.loggedOut");
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  );
}

function Faults({ connection, onLeave }: { connection: Connection; onLeave: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const isUp = connection.status === "CONNECTED";
  const isLinked = connection.status !== "qrcode";
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isUp ? (
        <button
          type="button"
          className="btn btn-sm"
          disabled={busy.value}
          onClick={() => void injectFault(connection.id, { disconnect: true }, "practice.cut")}
        >
          <Unplug size={16} aria-hidden />
          {t("practice.disconnect")}
        </button>
      ) : (
        isLinked && (
          <button
            type="button"
            className="btn btn-primary btn-sm"
            disabled={busy.value}
            onClick={() =>
              void injectFault(connection.id, { disconnect: false }, "practice.connected")
            }
          >
            <Plug size={16} aria-hidden />
            {t("practice.reconnect")}
          </button>
        )
      )}
      <button
        type="button"
        className="btn btn-sm"
        disabled={busy.value}
        onClick={() => void injectFault(connection.id, { failNext: 1 }, "practice.willFail")}
      >
        <MessageSquareX size={16} aria-hidden />
        {t("practice.failNext")}
      </button>
      {mediaAway.value ? (
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={busy.value}
          onClick={() => void injectFault(connection.id, { mediaAway: false }, "practice.filesGo")}
        >
          <FileCheck size={16} aria-hidden />
          {t("practice.releaseFiles")}
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-sm"
          disabled={busy.value}
          onClick={() => void injectFault(connection.id, { mediaAway: true }, "practice.filesHeld")}
        >
          <FileX size={16} aria-hidden />
          {t("practice.holdFiles")}
        </button>
      )}
      {connection.capabilities.window && <PassDay connection={connection} />}
      {isLinked && connection.capabilities.pairing && (
        <button
          type="button"
          className="btn btn-sm text-error"
          disabled={busy.value}
          onClick={onLeave}
        >
          <LogOut size={16} aria-hidden />
          {t("practice.logout")}
        </button>
      )}
      {isUp && !connection.capabilities.pairing && (
        <button
          type="button"
          className="btn btn-sm"
          disabled={busy.value}
          onClick={() => void injectFault(connection.id, { logout: true }, "practice.tokenEnded")}
        >
          <KeyRound size={16} aria-hidden />
          {t("practice.endToken")}
        </button>
      )}
    </div>
  );
}

/** Ends the time of free text to the chosen customer. rules.md#window */
function PassDay({ connection: { id } }: { connection: Connection }) {
  useSignals();
  const { t } = useTranslation();
  const pass = () =>
    void injectFault(id, { dayPassed: customer.peek().number }, "practice.dayPassed");
  return (
    <button type="button" className="btn btn-sm" disabled={busy.value} onClick={pass}>
      <ClockFading size={16} aria-hidden />
      {t("practice.passDay")}
    </button>
  );
}

/** The delay, the receipts and the restriction with which the network answers. */
function Answers({ connection }: { connection: Connection }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2">
      <label className="flex flex-col gap-1">
        <span className="text-small font-medium">{t("practice.delay")}</span>
        <select
          className="select select-sm"
          value={delay.value}
          onChange={({ target }) =>
            void injectFault(connection.id, { delayMs: Number(target.value) }, "practice.delaySet")
          }
        >
          {delays.map((ms) => (
            <option key={ms} value={ms}>
              {ms === 0 ? t("practice.noDelay") : t("practice.seconds", { count: ms / 1000 })}
            </option>
          ))}
        </select>
      </label>
      <label className="flex flex-col gap-1">
        <span className="text-small font-medium">{t("practice.receipts")}</span>
        <select
          className="select select-sm"
          value={receipts.value}
          onChange={({ target }) => void setReceipts(target.value as practice.Receipts)}
        >
          {receiptOptions.map((answer) => (
            <option key={answer} value={answer}>
              {t(`practice.receipt.${answer}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="flex flex-col gap-1">
        <span className="text-small font-medium">{t("practice.restriction")}</span>
        <select
          className="select select-sm"
          value={choiceOf(connection.restriction)}
          onChange={({ target }) =>
            void injectFault(
              connection.id,
              { restriction: restrictionOf(target.value as RestrictionChoice) },
              "practice.restrictionSet",
            )
          }
        >
          {restrictions.map((choice) => (
            <option key={choice} value={choice}>
              {t(`practice.restrictions.${choice}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
