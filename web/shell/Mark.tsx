import { useSignals } from "@preact/signals-react/runtime";
import { Logo } from "../kit/Logo.tsx";
import { me } from "../session/session.ts";

/** The company's logo, or the product's where it has none. */
export function Mark({ size }: { size: number }) {
  useSignals();
  const logo = me.value?.company.mediaPath;
  return logo ? (
    <img
      src={logo}
      alt=""
      width={size}
      height={size}
      className="aspect-square shrink-0 rounded-md object-contain"
    />
  ) : (
    <Logo size={size} />
  );
}
