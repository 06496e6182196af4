import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { copy } from "../../kit/copy.ts";
import { useTranslation } from "../../kit/text.ts";

/** Shows a token or a secret only once. It takes the focus, so no dialog may be open. */
export function OnceShown({
  text,
  title,
  action,
}: {
  text: string;
  title: string;
  action: string;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div
      role="status"
      className="border-primary/40 bg-primary/8 rounded-card flex flex-col gap-2 border px-4 py-3"
    >
      <p className="font-medium">{title}</p>
      <code
        data-token
        className="bg-base-100 border-line rounded-lg border px-3 py-2 font-mono break-all select-all"
      >
        {text}
      </code>
      <button
        ref={button}
        type="button"
        className="btn btn-sm self-start"
        onClick={() => void copy(text).then(setCopied)}
      >
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {copied ? t("messagesApi.copied") : action}
      </button>
    </div>
  );
}
