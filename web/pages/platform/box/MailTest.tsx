import { useSignals } from "@preact/signals-react/runtime";
import { Send } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { MailOutcome, MailStatus } from "../../../../src/modules/mail/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { dateTime, errorText, language, useTranslation } from "../../../kit/text.ts";
import { TestResult, type TestState } from "../../../parts/TestResult.tsx";
import { me } from "../../../session/session.ts";

/** Sends a test mail at once, and shows the server's answer. rules.md#mail */
export function MailTest() {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const [to, setTo] = useState(me.value?.email ?? "");
  const [tried, setTried] = useState<TestState>("no");
  const [status, setStatus] = useState<Wire<MailStatus> | null>(null);

  useEffect(() => {
    // The test works without the status.
    api.get<Wire<MailStatus>>("/box/mail").then(setStatus, () => undefined);
  }, []);

  const send = async () => {
    setTried("going");
    await api
      .post<MailOutcome>("/box/mail/test", { to: to.trim(), language: language.peek() })
      .then(
        ({ error, answer }) =>
          setTried(
            error === null
              ? { well: t("settings.box.test.well", { to: to.trim(), answer }) }
              : {
                  badly: [
                    t(`settings.box.failures.${error}`),
                    answer && t("settings.box.test.answer", { answer }),
                  ]
                    .filter(Boolean)
                    .join(" "),
                },
          ),
        (error: unknown) => setTried({ badly: errorText(error) }),
      );
  };
  return (
    <section
      aria-label={t("settings.box.test.title")}
      className="card-quiet mt-4 flex flex-col gap-3 px-4 py-4"
    >
      <h2 className="text-title font-semibold">{t("settings.box.test.title")}</h2>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <label htmlFor={id} className="mb-1 block font-medium">
            {t("settings.box.test.to")}
          </label>
          <input
            id={id}
            type="email"
            className="input w-full"
            value={to}
            autoComplete="email"
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        <button
          type="button"
          className="btn"
          disabled={tried === "going" || !to.trim()}
          onClick={() => void send()}
        >
          {tried === "going" ? (
            <span aria-hidden className="loading loading-spinner loading-sm" />
          ) : (
            <Send size={18} aria-hidden />
          )}
          {t("settings.box.test.send")}
        </button>
      </div>
      <TestResult tried={tried} />
      {status && <Status {...status} />}
    </section>
  );
}

export function Status({ waiting, last }: Wire<MailStatus>) {
  const { t } = useTranslation();
  return (
    <p className="text-muted text-small wrap-anywhere">
      {t("settings.box.test.waiting", { count: waiting })}
      {last &&
        ` · ${t(last.error === null ? "settings.box.test.lastWell" : "settings.box.test.lastBadly", { to: last.receiver, at: dateTime(last.at) })}`}
      {last?.error && ` ${t(`settings.box.failures.${last.error}`)}`}
    </p>
  );
}
