import { Package } from "lucide-react";

/**
 * A product's picture, or a placeholder icon. The product's name is next to it, so `alt` is empty.
 */
export const Thumbnail = ({ path, size }: { path: string | null; size: number }) =>
  path ? (
    <img
      src={`${path}&thumb=true`}
      alt=""
      loading="lazy"
      decoding="async"
      className="bg-base-200 shrink-0 rounded-md object-cover"
      style={{ width: size, height: size }}
    />
  ) : (
    <span
      aria-hidden
      className="bg-base-200 text-muted grid shrink-0 place-items-center rounded-md"
      style={{ width: size, height: size }}
    >
      <Package size={size / 2} strokeWidth={1.6} />
    </span>
  );
