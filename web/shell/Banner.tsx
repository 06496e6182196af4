import { useSignals } from "@preact/signals-react/runtime";
import { CloudOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useTranslation } from "../kit/text.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { onDemand } from "../kit/on-demand.ts";
import { connectionsDown, connectionsWithSetAside } from "./connection-alerts.ts";

const ConnectionsDown = onDemand(
  async () => (await import("./ConnectionsDown.tsx")).ConnectionsDown,
);
const MessagesSetAside = onDemand(
  async () => (await import("./MessagesSetAside.tsx")).MessagesSetAside,
);

/**
 * Warns of a problem that blocks messages and has lasted 2 s: the server is offline, else
 * connections are down. Users who can act also see messages that are in no conversation.
 */
export function Banner() {
  useSignals();
  const [path] = useLocation();
  const offline = live.state.value === "offline";
  const down = connectionsDown.value;
  const setAside = can("connections-page:actionButtons") ? connectionsWithSetAside.value : [];
  return (
    <div role="status">
      {offline ? (
        <AfterTwoSeconds key="offline" since={live.silentSince.value}>
          <Offline />
        </AfterTwoSeconds>
      ) : (
        // The connections page shows this itself.
        path !== "/connections" && (
          <>
            {down.length > 0 && (
              <AfterTwoSeconds key="connections">
                <ConnectionsDown connections={down} />
              </AfterTwoSeconds>
            )}
            {setAside.length > 0 && <MessagesSetAside connections={setAside} />}
          </>
        )
      )}
    </div>
  );
}

function AfterTwoSeconds({ since, children }: { since?: number; children: ReactNode }) {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const lasted = since === undefined ? 0 : performance.now() - since;
    const timer = setTimeout(() => setIsVisible(true), 2000 - lasted);
    return () => clearTimeout(timer);
  }, [since]);
  return isVisible ? children : null;
}

/** Shows the time of the next attempt to reach the server, with a button to try now. */
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
      <button
        type="button"
        className="btn btn-xs border-neutral-content/40 text-neutral-content bg-transparent"
        onClick={live.retry}
      >
        {t("connection.retry")}
      </button>
    </div>
  );
}
