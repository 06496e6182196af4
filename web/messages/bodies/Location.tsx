import { ExternalLink, MapPin } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";
import { mapUrl, coordinatesText } from "../locations.ts";
import type { Message } from "../../types.ts";

type Place = NonNullable<Message["place"]>;

/** A location. The map opens in a new tab on a click; this page loads nothing of it. */
export function Location({ place }: { place: Omit<Place, "thumbnail"> & Partial<Place> }) {
  const { t } = useTranslation();
  const { name, address, thumbnail } = place;
  const title = name || t("messages.kinds.locationMessage");
  const coordinates = coordinatesText(place);
  return (
    <a
      href={mapUrl(place)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("messages.openMap", {
        place: [title, address, coordinates].filter(Boolean).join(", "),
      })}
      className="bg-base-content/6 hover:bg-base-content/10 mb-1 block w-65 max-w-full overflow-hidden rounded-[0.6rem]"
    >
      {thumbnail ? (
        <img src={thumbnail} alt="" className="bg-base-300 block h-28 w-full object-cover" />
      ) : (
        <span
          aria-hidden
          className="text-primary grid h-20 place-items-center [--street:color-mix(in_oklab,var(--color-base-content)_12%,transparent)] bg-[repeating-linear-gradient(35deg,transparent_0_22px,var(--street)_22px_24px),repeating-linear-gradient(125deg,transparent_0_34px,var(--street)_34px_36px)]"
        >
          <MapPin size={30} className="fill-base-100" />
        </span>
      )}
      <span className="block px-3 py-2">
        <span className="line-clamp-2 font-medium break-words">{title}</span>{" "}
        {address && <span className="text-small line-clamp-3 break-words">{address}</span>}{" "}
        <span className="text-base-content/75 text-small tabular flex items-center justify-between gap-2">
          {coordinates}
          <ExternalLink size={15} aria-hidden className="shrink-0" />
        </span>
      </span>
    </a>
  );
}
