import { ExternalLink, Megaphone } from "lucide-react";
import { useTranslation } from "../kit/text.ts";
import type { Message } from "../types.ts";

/** The ad through which the customer came. Its link opens in a new tab, only on a click. */
export function AdCard({ ad }: { ad: NonNullable<Message["referral"]> }) {
  const { t } = useTranslation();
  const { title, text, sourceUrl, thumbnail } = ad;
  const inside = (
    <>
      {thumbnail && (
        <img src={thumbnail} alt="" className="bg-base-300 block h-28 w-full object-cover" />
      )}
      <span className="block px-3 py-2">
        <span className="text-base-content/75 text-small flex items-center gap-1.5">
          <Megaphone size={14} aria-hidden className="shrink-0" />
          {t("messages.fromAd")}
        </span>
        {title && <span className="line-clamp-2 font-medium break-words">{title}</span>}
        {text && <span className="text-small line-clamp-3 break-words">{text}</span>}
        {sourceUrl && (
          <span className="text-base-content/75 text-small flex items-center justify-between gap-2">
            <span className="truncate">{hostOf(sourceUrl)}</span>
            <ExternalLink size={15} aria-hidden className="shrink-0" />
          </span>
        )}
      </span>
    </>
  );
  const className = "bg-base-content/6 mb-1 block w-65 max-w-full overflow-hidden rounded-[0.6rem]";
  return sourceUrl ? (
    <a
      href={sourceUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={`${className} hover:bg-base-content/10`}
    >
      {inside}
    </a>
  ) : (
    <div className={className}>{inside}</div>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
