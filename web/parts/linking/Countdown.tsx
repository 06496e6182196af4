import { useEffect, useState } from "react";
import { useTranslation } from "../../kit/text.ts";

/**
 * The remaining time of a QR code (ISO 8601 `until`), as a ring that empties. Hidden when this
 * computer's clock must be wrong.
 */
export function Countdown({ until }: { until: string }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  const [first] = useState(now);

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  const left = Math.ceil((Date.parse(until) - now) / 1000);
  const whole = (Date.parse(until) - first) / 1000;
  if (whole > longest || left < -graceSeconds) return null;
  const text =
    left > 0 ? t("connections.link.expiresIn", { n: left }) : t("connections.link.renewing");
  return (
    <p role="timer" className="text-muted text-small tabular flex items-center gap-2">
      <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden className="-rotate-90">
        <circle cx="10" cy="10" r="8" fill="none" stroke="var(--line)" strokeWidth="3" />
        <circle
          cx="10"
          cy="10"
          r="8"
          fill="none"
          stroke="var(--color-primary)"
          strokeWidth="3"
          pathLength={1}
          strokeDasharray={1}
          strokeDashoffset={1 - Math.max(0, left) / Math.max(1, whole)}
          className="transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      {text}
    </p>
  );
}

// WhatsApp shows the first code for 60 s and each other one for 20 s.
const longest = 75;
const graceSeconds = 5;
