import { useSignals } from "@preact/signals-react/runtime";
import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { live } from "../live.ts";

/** Tells of a lost line after 2 s, when the next attempt is, and offers to make it now. */
export function Banner() {
  useSignals();
  const offline = live.state.value === "offline";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!offline) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), 2000);
    return () => clearTimeout(timer);
  }, [offline]);
  return <div role="status">{shown && <Offline />}</div>;
}

export function Offline() {
  useSignals();
  const { t } = useTranslation();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((live.retryAt.value - Date.now()) / 1000);
  return (
    <div className="bg-neutral text-neutral-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5">
      <CloudOff size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">{t("connection.offline")}</p>
      <span aria-hidden className="text-small tabular opacity-80">
        {seconds > 0 ? t("connection.retryIn", { n: seconds }) : t("connection.trying")}
      </span>
      <button type="button" className="btn btn-xs border-neutral-content/40 text-neutral-content bg-transparent" onClick={live.retry}>
        {t("connection.retry")}
      </button>
    </div>
  );
}
