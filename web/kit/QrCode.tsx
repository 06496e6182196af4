import { useMemo } from "react";
import { renderSVG } from "uqr";

type Props = { text: string; label: string; small?: boolean };

/** A QR code of 256 px, or 168, on white in both themes: cameras need a light margin. */
export function QrCode({ text, label, small = false }: Props) {
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`,
    [text],
  );
  return (
    <div
      className={`border-line rounded-card w-fit max-w-full border bg-white ${small ? "p-3.5" : "p-5"}`}
    >
      <img
        src={picture}
        width={small ? 168 : 256}
        height={small ? 168 : 256}
        alt={label}
        className={`block aspect-square max-w-full ${small ? "w-42" : "w-64"}`}
      />
    </div>
  );
}
