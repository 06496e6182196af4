import { FileText, ImageOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isPdfLink } from "./pdf.ts";
import { useTranslation } from "./text.ts";

/**
 * A small picture; a pointer over it or a press shows it larger. A PDF is a link, and a missing
 * file is an empty box.
 */
export function HoverPicture({ src, alt }: { src: string | null; alt: string }) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<DOMRect | null>(null);
  const hide = () => setPlace(null);
  if (!src) {
    return (
      <span
        aria-hidden
        className="bg-base-200 border-line text-muted grid size-9 shrink-0 place-items-center rounded-lg border"
      >
        <ImageOff size={16} />
      </span>
    );
  }
  if (isPdfLink(src)) {
    return (
      <a
        href={src}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("picture.openPdf", { name: alt })}
        className="bg-base-200 border-line text-primary grid size-9 shrink-0 place-items-center rounded-lg border"
      >
        <FileText size={16} aria-hidden />
      </a>
    );
  }
  const small = `${src}&thumb=true`;
  return (
    <button
      type="button"
      aria-label={t("picture.enlarge", { name: alt })}
      aria-expanded={place !== null}
      className="border-line block size-9 shrink-0 cursor-zoom-in overflow-hidden rounded-lg border"
      onPointerEnter={({ pointerType, currentTarget }) =>
        pointerType === "mouse" && setPlace(currentTarget.getBoundingClientRect())
      }
      onPointerLeave={hide}
      onBlur={hide}
      onKeyDown={({ key }) => key === "Escape" && hide()}
      onClick={({ currentTarget }) =>
        setPlace((current) => (current ? null : currentTarget.getBoundingClientRect()))
      }
    >
      <img src={small} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      {place && <Large src={small} place={place} />}
    </button>
  );
}

const side = 256;

/** On top of everything else, next to the small picture. */
function Large({ src, place }: { src: string; place: DOMRect }) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => ref.current?.showPopover(), []);
  const left =
    place.right + 8 + side > innerWidth ? Math.max(8, innerWidth - side - 8) : place.right + 8;
  const top = Math.max(
    8,
    Math.min(place.top - side / 2 + place.height / 2, innerHeight - side - 8),
  );
  return (
    <img
      ref={ref}
      popover="manual"
      src={src}
      alt=""
      className="border-line bg-base-100 fixed m-0 size-64 rounded-xl border object-contain shadow-lg"
      style={{ left, top }}
    />
  );
}
