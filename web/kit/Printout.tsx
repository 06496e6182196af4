import { type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";

/** "receipt" is the roll of a counter printer: 80 mm wide, and as long as its content. */
export type Paper = "receipt" | "a4";

type Props = { paper: Paper; onDone: () => void; children: ReactNode };

/**
 * Prints its children and nothing else of the page. Render it on request; `onDone` must remove it.
 */
export function Printout({ paper, onDone, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(`@page { ${pageSize(paper, sheet.current?.offsetHeight ?? 0)} }`);
    document.adoptedStyleSheets.push(styles);
    window.addEventListener("afterprint", onDone, { once: true });
    window.print();
    return () => {
      window.removeEventListener("afterprint", onDone);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles);
    };
  }, []);
  return createPortal(
    <div ref={sheet} data-paper={paper} className="printout">
      {children}
    </div>,
    document.body,
  );
}

const receiptMargin = 4;

/**
 * A roll's page is as long as its text, so the printer cuts at the end. `height` is in px, 96 per
 * inch.
 */
const pageSize = (paper: Paper, height: number) =>
  paper === "a4"
    ? "size: A4; margin: 15mm"
    : `size: 80mm ${Math.ceil((height * 25.4) / 96) + 2 * receiptMargin + 1}mm; margin: ${receiptMargin}mm`;
