import { useSignals } from "@preact/signals-react/runtime";
import { brand } from "./brand.ts";

type Props = { size?: number; className?: string };

/**
 * The box's logo, or the product's own: a speech bubble over a counter, the same as
 * public/favicon.svg.
 */
export function Logo({ size = 32, className = "" }: Props) {
  useSignals();
  const { logo } = brand.value;
  if (logo)
    return (
      <img
        src={logo}
        alt=""
        width={size}
        height={size}
        className={`aspect-square shrink-0 rounded-md object-contain ${className}`}
      />
    );
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      aria-hidden
      className={`shrink-0 ${className}`}
    >
      <rect width="64" height="64" rx="14" fill="#0f5f57" />
      <path
        fill="#fdfaf4"
        d="M22 8h20a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8H28l-8 6.5v-6.7A8 8 0 0 1 14 24v-8a8 8 0 0 1 8-8Z"
      />
      <rect x="8" y="40" width="48" height="8" rx="2" fill="#fdfaf4" />
      <path fill="#7cc4b4" d="M12 48h40v6a2 2 0 0 1-2 2H14a2 2 0 0 1-2-2Z" />
    </svg>
  );
}
