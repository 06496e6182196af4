import { useSignals } from "@preact/signals-react/runtime";
import { relative, useTranslation } from "../kit/text.ts";
import "./texts.ts";

/** Shows whether a user has a screen open, or when they last had one. */
export function OnlineState({
  online,
  lastSeenAt,
}: {
  online: boolean;
  lastSeenAt: string | null;
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <span className={`text-small flex items-center gap-2 ${online ? "" : "text-muted"}`}>
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${online ? "bg-primary" : "border-muted border"}`}
      />
      {online
        ? t("presence.online")
        : lastSeenAt
          ? t("presence.seen", { at: relative(lastSeenAt) })
          : t("presence.never")}
    </span>
  );
}
