import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect } from "react";
import { longestWritten } from "../../../src/shared/limits.ts";
import { enterSends } from "../../inbox/stored-toggle.ts";
import { markOf, toggleMark } from "../../kit/edit-text.ts";
import { useTranslation } from "../../kit/text.ts";
import { EmojiButton } from "./EmojiButton.tsx";
import { rememberEmoji } from "./emojis.ts";
import { pasteFiles } from "./files-to-send.ts";
import type { useMessageBox } from "./use-message-box.ts";

type Action = () => unknown;

type Props = {
  box: ReturnType<typeof useMessageBox>;
  text: string;
  label: string;
  placeholder: string;
  /**
   * The suggestions above the box: `count` and a function that takes one. Open with none, it says
   * that there are none.
   */
  list: { isOpen: boolean; count: number; take: (index: number) => void };
  onType: (text: string) => void;
  onFiles?: (files: File[]) => void;
  onSend: Action;
  /** Key actions of this box alone; they run before the shared ones. */
  ownKeys?: (event: KeyboardEvent, isControl: boolean) => Action | undefined;
  /** The attachment controls. */
  attach: ReactNode;
  /** There is nothing to send. */
  isEmpty: boolean;
  /** Replaces the send button while `isEmpty`. */
  whileEmpty?: ReactNode;
  /** Replaces the send button. */
  submit?: ReactNode;
  /** Before the send button. */
  beside?: ReactNode;
  /** It writes for the team alone: dashed, and without emojis. */
  isNote?: boolean;
  maxLength?: number;
};

/**
 * The text box for messages. It grows with its text, handles the keys for marks and suggestions,
 * and takes pasted files.
 */
export function MessageBox({
  box,
  text,
  label,
  placeholder,
  list,
  onType,
  onFiles,
  onSend,
  ownKeys,
  attach,
  isEmpty,
  whileEmpty,
  submit,
  beside,
  isNote = false,
  maxLength = longestWritten,
}: Props) {
  const { t } = useTranslation();
  const { field, at, setAt } = box;

  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(maxHeight, area.scrollHeight)}px`;
    area.style.overflowY = area.scrollHeight > maxHeight ? "auto" : "hidden";
  }, [text]);
  // On devices with a physical keyboard the field gets the focus at once.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);

  const listKeys = ({ key, shiftKey }: KeyboardEvent): Action | undefined => {
    if (key === "Escape" && list.isOpen) return () => box.dismiss(text);
    if (list.count === 0 || shiftKey) return undefined;
    if (key === "ArrowDown") return () => setAt((at + 1) % list.count);
    if (key === "ArrowUp") return () => setAt((at - 1 + list.count) % list.count);
    return key === "Tab" || key === "Enter" ? () => list.take(at) : undefined;
  };
  const actionFor = (event: KeyboardEvent<HTMLTextAreaElement>): Action | undefined => {
    const { key, shiftKey, ctrlKey, metaKey, currentTarget } = event;
    const isControl = ctrlKey || metaKey;
    const mark = isControl ? markOf(event) : undefined;
    if (mark) return () => toggleMark(currentTarget, mark);
    const action = (isControl ? undefined : listKeys(event)) ?? ownKeys?.(event, isControl);
    if (action || key !== "Enter") return action;
    return isControl || (!shiftKey && enterSends.on.peek()) ? onSend : undefined;
  };

  return (
    <div
      className={`rounded-bubble flex items-end gap-0.5 border p-1 focus-within:outline-1 ${isNote ? "bg-base-100 border-muted focus-within:border-base-content border-dashed outline-none!" : "border-(--field-line) focus-within:border-primary focus-within:outline-primary"}`}
    >
      {attach}
      {!isNote && (
        <EmojiButton
          onChoose={(emoji) => {
            rememberEmoji(emoji);
            box.insert(emoji);
          }}
        />
      )}
      <textarea
        ref={field}
        data-composer={isNote ? "note" : "reply"}
        rows={1}
        value={text}
        maxLength={maxLength}
        aria-label={label}
        aria-controls={list.count > 0 ? "suggestions" : undefined}
        aria-activedescendant={list.count > 0 ? `suggestion-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={placeholder}
        onChange={({ target }) => {
          box.setCaret(target.selectionStart);
          setAt(0);
          box.dismiss(null);
          onType(target.value);
        }}
        onSelect={({ currentTarget }) => box.setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          const action =
            event.nativeEvent.isComposing || event.altKey ? undefined : actionFor(event);
          if (!action) return;
          event.preventDefault();
          action();
        }}
        onPaste={(event) => onFiles && pasteFiles(event, onFiles)}
        className="text-talk placeholder:text-muted max-h-32 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-1 py-[7px] leading-[21.6px] outline-none"
      />
      {beside}
      {submit ??
        ((isEmpty && whileEmpty) || (
          <button
            type="submit"
            aria-label={t("messages.send")}
            disabled={isEmpty}
            className="btn btn-primary btn-square size-9"
          >
            <SendHorizontal size={18} aria-hidden />
          </button>
        ))}
    </div>
  );
}

/** Five rows of text, in px; then it scrolls. */
const maxHeight = 5 * 21.6 + 18;
