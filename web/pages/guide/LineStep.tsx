import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { createPractice, isCreating } from "../../parts/practice-phone.ts";
import { Continue } from "./Continue.tsx";
import type { StepProps } from "./step.ts";

/** A real line by QR code, on the page of the connections, or the practice phone, here. */
export function LineStep({ done, onDone }: StepProps) {
  useSignals();
  const { t } = useTranslation();
  if (done) {
    return (
      <>
        <p role="status" className="flex items-center gap-2 font-medium">
          <CircleCheck size={22} aria-hidden className="text-primary shrink-0" />
          {t("guide.line.linked")}
        </p>
        <Continue onDone={onDone} />
      </>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Link href="/connections?new" className="btn btn-primary">
        {t("guide.line.whatsapp")}
      </Link>
      <p className="text-muted text-small mb-2">{t("guide.line.whatsappText")}</p>
      <button type="button" className="btn" disabled={isCreating.value} onClick={() => void createPractice()}>
        {t("guide.line.practice")}
      </button>
      <p className="text-muted text-small">{t("guide.line.practiceText")}</p>
    </div>
  );
}
