import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { LoadError } from "../../kit/LoadError.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { copyPix, usePixCode } from "./pix-code.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** A Pix code beside the money that it is for: the picture, and the text to copy. */
export function PixPanel({ code, hint }: { code: string; hint: string }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => void panel.current?.scrollIntoView({ block: "nearest" }), [code]);
  return (
    <div
      ref={panel}
      data-pix
      className="flex scroll-mb-4 flex-col items-center gap-2 max-lg:scroll-mb-34"
    >
      <QrCode small text={code} label={t("orders.receive.pixPicture")} />
      <button type="button" className="btn btn-sm" onClick={() => void copyPix(code)}>
        <Copy size={16} aria-hidden />
        {t("orders.receive.pixCopy")}
      </button>
      <p className="text-muted text-small text-center">{hint}</p>
    </div>
  );
}

/** The Pix of an order that its store's account charges for, until the bank reports the money. */
export function AwaitedPix({ order }: { order: FullOrder }) {
  const { t } = useTranslation();
  const { code, failed, retry, useKey } = usePixCode(order);
  if (code)
    return (
      <PixPanel
        code={code.text}
        hint={t(code.isByItself ? "orders.receive.pixByItself" : "orders.receive.pixByHand")}
      />
    );
  if (failed)
    return (
      <>
        <LoadError error={failed} title={t("orders.receive.pixFailed")} onRetry={retry} />
        {order.pixCode && (
          <button type="button" className="btn btn-block" onClick={useKey}>
            {t("orders.receive.pixUseKey")}
          </button>
        )}
      </>
    );
  return (
    <Delayed>
      <Skeleton className="mx-auto size-56" />
    </Delayed>
  );
}
