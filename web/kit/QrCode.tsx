import { useMemo } from "react";
import { renderSVG } from "uqr";

type Props = { text: string; label: string };

/** A QR code of 256 px on white in both themes: cameras need a light margin. */
export function QrCode({ text, label }: Props) {
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`,
    [text],
  );
  return (
    <div className="border-line rounded-card w-fit max-w-full border bg-white p-5">
      <img
        src={picture}
        width={256}
        height={256}
        alt={label}
        className="block aspect-square w-64 max-w-full"
      />
    </div>
  );
}
