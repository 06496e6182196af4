import { useSignals } from "@preact/signals-react/runtime";
import { DatabaseBackup } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useTranslation } from "../kit/text.ts";
import { backupsLate, safeMode } from "./backup-alerts.ts";

/**
 * Warns the owner of the box that copies are late, or that nothing leaves the box. The backups page
 * shows this itself.
 */
export function BackupsLate() {
  useSignals();
  const [path] = useLocation();
  if (path === "/backups") return null;
  return safeMode.value ? (
    <BackupAlert what="safeMode" />
  ) : backupsLate.value ? (
    <BackupAlert what="backupsLate" />
  ) : null;
}

export function BackupAlert({ what }: { what: "safeMode" | "backupsLate" }) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="bg-error text-error-content flex items-center gap-3 px-4 py-2 phone:px-5"
    >
      <DatabaseBackup size={18} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1">{t(`connection.${what}`)}</p>
      <Link
        href="/backups"
        className="btn btn-xs border-error-content/40 text-error-content bg-transparent"
      >
        {t("connection.backupsLook")}
      </Link>
    </div>
  );
}
