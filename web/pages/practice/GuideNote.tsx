import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { messages } from "./phone.ts";

/** The step of the guide that the note returns to. */
export const guidePath = "/guide/message";

/** The next step, for a user who came here from the guide. */
export function GuideNote() {
  useSignals();
  const { t } = useTranslation();
  const isWritten = messages.value.some(({ from, ack }) => from !== null && ack > 0);
  return (
    <div
      data-guide
      className="bg-base-100 border-line rounded-card flex flex-wrap items-center gap-x-4 gap-y-2 border px-4 py-2.5"
    >
      <p role="status" className="min-w-52 flex-1">
        {t(isWritten ? "practice.guide.written" : "practice.guide.write")}
      </p>
      <Link href={guidePath} className={`btn btn-sm ${isWritten ? "btn-primary" : ""}`}>
        <ArrowLeft size={16} aria-hidden />
        {t("practice.guide.back")}
      </Link>
    </div>
  );
}
