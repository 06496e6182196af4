import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { BackupState } from "../../../src/modules/backups/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Continue } from "./Continue.tsx";
import type { StepProps } from "./step.ts";

/** The time and place of backups. The backups page sets up other places. */
export function CopiesStep({ onDone }: StepProps) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<Wire<BackupState> | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => void api.get<Wire<BackupState>>("/backups").then(setPlan, setFailed);
  useEffect(read, []);
  if (!plan)
    return failed ? (
      <LoadError error={failed} onRetry={read} />
    ) : (
      <Skeleton className="h-24 w-full" />
    );
  const away = [plan.folder, plan.bucket && `${plan.endpoint} · ${plan.bucket}`].filter(Boolean);
  return (
    <>
      <dl className="grid gap-x-4 gap-y-1 phone:grid-cols-[auto_1fr]">
        <dt className="text-muted">{t("guide.copies.time")}</dt>
        <dd className="tabular">{plan.time}</dd>
        <dt className="text-muted">{t("guide.copies.away")}</dt>
        <dd className="break-all">{away.join(", ") || t("guide.copies.nowhere")}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Continue onDone={onDone} />
        <Link href="/backups" className="btn">
          {t("guide.copies.choose")}
        </Link>
      </div>
    </>
  );
}
