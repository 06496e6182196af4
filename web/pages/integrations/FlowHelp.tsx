import { Check, ChevronRight, Copy } from "lucide-react";
import { useState } from "react";
import type { IntegrationType } from "../../../src/shared/bots.ts";
import { copy } from "../../kit/copy.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { answers, envelope, verify } from "./contract.ts";

/** Shows a flow's request, how to verify its signature, and the possible answers. */
export function FlowHelp({ type }: { type: IntegrationType }) {
  const { t } = useTranslation();
  if (type !== "n8n" && type !== "webhook") return null;
  return (
    <details className="group border-line mt-3 rounded-lg border">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-3 py-2.5 font-medium">
        <ChevronRight
          size={16}
          aria-hidden
          className="text-muted shrink-0 transition-transform group-open:rotate-90"
        />
        {t("integrations.help.title")}
      </summary>
      <div className="border-line flex flex-col gap-5 border-t px-3 py-4">
        <Example
          title={t("integrations.help.sent")}
          text={t("integrations.help.sentText")}
          code={envelope}
        />
        <Example
          title={t("integrations.help.signed")}
          text={t("integrations.help.signedText")}
          code={verify}
        />
        <Example
          title={t("integrations.help.answer")}
          text={t("integrations.help.answerText")}
          code={answers}
        />
        <dl className="text-small grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {[
            "message",
            "messages",
            "mediaUrl",
            "menu",
            "queueId",
            "userId",
            "closeTicket",
            "stopBot",
            "note",
            "wait",
          ].map((trigger) => (
            <div key={trigger} className="contents">
              <dt>
                <code className="font-mono">{trigger}</code>
              </dt>
              <dd className="text-muted">{t(`integrations.help.triggers.${trigger}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

function Example({ title, text, code }: { title: string; text: string; code: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const take = async () => {
    setCopied(await copy(code));
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted text-small mb-1.5">{text}</p>
      <div className="bg-base-200 border-line relative rounded-lg border">
        <pre
          tabIndex={0}
          aria-label={title}
          role="region"
          className="max-h-64 overflow-auto p-3 pr-11 font-mono text-xs leading-5"
        >
          {code}
        </pre>
        <span className="absolute top-1.5 right-1.5">
          <IconButton
            label={t(copied ? "integrations.help.copied" : "integrations.help.copy")}
            aria-label={t(copied ? "integrations.help.copied" : "integrations.help.copyOf", {
              name: title,
            })}
            icon={copied ? Check : Copy}
            className="bg-base-200 text-muted"
            onClick={() => void take()}
          />
        </span>
      </div>
    </section>
  );
}
