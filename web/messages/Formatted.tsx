import { createContext, Fragment, memo, type MouseEvent, type ReactNode, useContext } from "react";
import { navigate } from "wouter/use-browser-location";
import { mentionPieces, type MentionPiece } from "../../src/shared/mentions.ts";
import { parse, type Piece } from "./format.ts";
import { highlightParts } from "./highlight.ts";

/** The words to highlight in the texts below. */
export const HighlightWords = createContext<string[]>([]);

/** The people whom the texts below can mention with an @. */
export const MentionPeople = createContext<{ id: number; name: string }[]>([]);

/**
 * Opens the target of an address of this box in place, where it has one; false when the link must
 * navigate.
 */
export const OpenInPlace = createContext<(path: string) => boolean>(() => false);

/** A message's text, with WhatsApp's marks rendered as emphasis. */
export const Formatted = memo(({ text }: { text: string }) => {
  const highlightWords = useContext(HighlightWords);
  const people = useContext(MentionPeople);
  return (
    <>{parse(text).map((piece, index) => renderPiece(piece, index, highlightWords, people))}</>
  );
});

/** A text with its matches highlighted. */
export const Highlighted = ({ parts }: { parts: ReturnType<typeof highlightParts> }) => (
  <>
    {parts.map(({ text, isMatch }, index) =>
      isMatch ? (
        <mark key={index} className="bg-warning text-warning-content rounded-sm">
          {text}
        </mark>
      ) : (
        <Fragment key={index}>{text}</Fragment>
      ),
    )}
  </>
);

function renderPiece(
  piece: Piece,
  index: number,
  words: string[],
  people: { id: number; name: string }[],
): ReactNode {
  if ("children" in piece) {
    const Tag = tags[piece.kind];
    return (
      <Tag key={index}>
        {piece.children.map((child, at) => renderPiece(child, at, words, people))}
      </Tag>
    );
  }
  if (piece.kind === "text" && people.length > 0)
    return (
      <Fragment key={index}>
        {mentionPieces(piece.text, people).map((part, at) => (
          <Mentioned key={at} {...part} words={words} />
        ))}
      </Fragment>
    );
  const inside =
    words.length > 0 ? <Highlighted parts={highlightParts(textOf(piece), words)} /> : textOf(piece);
  if (piece.kind === "text") return <Fragment key={index}>{inside}</Fragment>;
  if (piece.kind === "code")
    return (
      <code key={index} className="bg-base-content/8 rounded px-1 py-px text-[0.92em]">
        {inside}
      </code>
    );
  if (piece.kind === "block")
    return (
      <code
        key={index}
        className="bg-base-content/8 my-1 block overflow-x-auto rounded-lg px-2.5 py-1.5 text-[0.92em] whitespace-pre"
      >
        {inside}
      </code>
    );
  return (
    <Anchor key={index} href={piece.href}>
      {inside}
    </Anchor>
  );
}

function Mentioned({ text, userId, words }: MentionPiece & { words: string[] }) {
  const inside = words.length > 0 ? <Highlighted parts={highlightParts(text, words)} /> : text;
  return userId === undefined ? (
    inside
  ) : (
    <strong className="text-primary font-semibold">{inside}</strong>
  );
}

const textOf = (piece: Exclude<Piece, { children: Piece[] }>) =>
  piece.kind === "block" ? piece.text.replace(/^\n|\n$/g, "") : piece.text;

const tags = { bold: "strong", italic: "em", strike: "s" } as const;

/** A link opens in a new tab; links to this box's tickets, orders and chats open here. */
function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const openInPlace = useContext(OpenInPlace);
  const { origin, pathname, search } = new URL(href);
  const own = origin === location.origin && /^\/(tickets|orders|chats)\//.test(pathname);
  const open = (event: MouseEvent) => {
    if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!openInPlace(pathname)) navigate(pathname + search);
  };
  return (
    <a
      href={href}
      target={own ? undefined : "_blank"}
      rel="noopener noreferrer nofollow"
      className="text-seen break-all underline underline-offset-2"
      onClick={open}
    >
      {children}
    </a>
  );
}
