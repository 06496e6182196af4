import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert, CloudOff } from "lucide-react";
import { Empty } from "../kit/Empty.tsx";
import { Logo } from "../kit/Logo.tsx";
import { Delayed } from "../kit/Skeleton.tsx";
import { errorText, useTranslation } from "../kit/text.ts";
import { restore, unavailableReason } from "../session/session.ts";

/** The first screen: empty at first, then the logo. */
export const Splash = () => (
  <div className="grid h-full place-items-center">
    <Delayed after={400}>
      <Logo size={56} className="animate-pulse" />
    </Delayed>
  </div>
);

/**
 * Shown when the server is unreachable at the start, or the company's data is unusable. The page
 * retries every 3 s.
 */
export function Unavailable() {
  useSignals();
  const { t } = useTranslation();
  const reason = unavailableReason.value;
  return (
    <main className="grid h-full place-items-center">
      <div role="alert">
        <Empty
          icon={reason ? CircleAlert : CloudOff}
          title={t(reason ? "connection.shutTitle" : "connection.lostTitle")}
          text={reason ? errorText(reason) : t("connection.lostText")}
          page
          action={
            <button type="button" className="btn" onClick={() => void restore()}>
              {t("connection.retry")}
            </button>
          }
        />
      </div>
    </main>
  );
}
