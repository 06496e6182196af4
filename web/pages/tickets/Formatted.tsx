import { Fragment, memo, type ReactNode } from "react";
import { parse, type Piece } from "./format.ts";

/** A message's text with WhatsApp's marks as real emphasis. */
export const Formatted = memo(({ text }: { text: string }) => <>{parse(text).map(show)}</>);

function show(piece: Piece, index: number): ReactNode {
  if (piece.kind === "text") return <Fragment key={index}>{piece.text}</Fragment>;
  if (piece.kind === "code") return <code key={index} className="bg-base-content/8 rounded px-1 py-px text-[0.92em]">{piece.text}</code>;
  if (piece.kind === "block") return <code key={index} className="bg-base-content/8 my-1 block overflow-x-auto rounded-lg px-2.5 py-1.5 text-[0.92em] whitespace-pre">{piece.text.replace(/^\n|\n$/g, "")}</code>;
  if (piece.kind === "link") {
    return (
      <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow" className="text-seen break-all underline underline-offset-2">
        {piece.text}
      </a>
    );
  }
  const Tag = tags[piece.kind];
  return <Tag key={index}>{piece.children.map(show)}</Tag>;
}

const tags = { bold: "strong", italic: "em", strike: "s" } as const;
