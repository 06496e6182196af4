import { CircleCheck, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import type { Connection } from "../../types.ts";
import { Continue } from "./Continue.tsx";
import { isPractice } from "../../../src/shared/capabilities.ts";
import type { StepProps } from "./step.ts";

/** Waits for a first message, from the practice phone or any other. */
export function MessageStep({ done, onDone }: StepProps) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<Connection[]>([]);
  useEffect(() => void api.get<Connection[]>("/whatsapp").then(setLines, () => undefined), []);
  const practice = lines.find(({ provider }) => isPractice(provider));
  if (done) {
    return (
      <>
        <p role="status" className="flex items-center gap-2 font-medium">
          <CircleCheck size={22} aria-hidden className="text-primary shrink-0" />
          {t("guide.message.arrived")}
        </p>
        <Continue onDone={onDone} last />
      </>
    );
  }
  if (lines.length === 0) return <p>{t("guide.message.noLine")}</p>;
  if (!practice) return <p>{t("guide.message.real")}</p>;
  return (
    <Link href={`/practice/${practice.id}?guide`} className="btn btn-primary self-start">
      <Smartphone size={18} aria-hidden />
      {t("guide.message.practice")}
    </Link>
  );
}
