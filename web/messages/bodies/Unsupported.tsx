import { MailX, Smartphone } from "lucide-react";
import { notOpened } from "../../../src/shared/states.ts";
import { useTranslation } from "../../kit/text.ts";

/** A message that only the phone can show, or that could not be opened. */
export function Unsupported({ what }: { what: string }) {
  const { t } = useTranslation();
  const Icon = what === notOpened ? MailX : Smartphone;
  return (
    <p className="text-muted flex max-w-72 items-start gap-2">
      <Icon size={18} aria-hidden className="mt-0.5 shrink-0" />
      {t(what === notOpened ? "messages.notOpened" : "messages.unsupported")}
    </p>
  );
}
