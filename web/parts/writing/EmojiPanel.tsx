import { useSignals } from "@preact/signals-react/runtime";
import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from "frimousse";
import { Search } from "lucide-react";
import { useRef } from "react";
import { language, useTranslation } from "../../kit/text.ts";
import { EmojiCategories } from "./EmojiCategories.tsx";
import { emojisIn, recentEmojis } from "./emojis.ts";

/**
 * All emojis, by name and by group. Arrow keys move, Enter chooses. This file is a separate chunk
 * of the bundle.
 */
export function EmojiPanel({ onChoose }: { onChoose: (emoji: string) => void }) {
  useSignals();
  const { t } = useTranslation();
  const locale = language.value;
  const panel = useRef<HTMLDivElement>(null);
  const recent = recentEmojis().slice(0, columns);
  return (
    <EmojiPicker.Root
      ref={panel}
      locale={locale}
      columns={columns}
      resolveEmojiData={() => emojisIn(locale)}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
      className="flex h-full flex-col"
    >
      <span className="input mb-2 shrink-0">
        <Search size={18} aria-hidden className="text-muted shrink-0" />
        <EmojiPicker.Search
          autoFocus
          aria-label={t("messages.emoji.search")}
          placeholder={t("messages.emoji.search")}
        />
      </span>
      {recent.length > 0 && (
        <div
          role="group"
          aria-label={t("messages.emoji.recent")}
          className="border-line mb-1 flex shrink-0 border-b pb-1"
        >
          {recent.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={emoji}
              className={cell}
              onClick={() => onChoose(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
      <EmojiCategories panel={panel} columns={columns} />
      <EmojiPicker.Viewport className="min-h-0 flex-1 outline-none">
        <EmojiPicker.Loading className="text-muted grid h-full place-items-center">
          {t("common.loading")}
        </EmojiPicker.Loading>
        <EmojiPicker.Empty>
          {({ search }) => (
            <span className="text-muted grid h-full place-items-center px-6 text-center">
              {t("messages.emoji.none", { search })}
            </span>
          )}
        </EmojiPicker.Empty>
        <EmojiPicker.List className="select-none" components={{ CategoryHeader, Row, Emoji }} />
      </EmojiPicker.Viewport>
      <div className="border-line mt-1 flex h-8 shrink-0 items-center gap-2 border-t pt-1">
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => (
            <span className="text-muted text-small min-w-0 flex-1 truncate">
              {emoji ? `${emoji.emoji} ${emoji.label}` : ""}
            </span>
          )}
        </EmojiPicker.ActiveEmoji>
        <EmojiPicker.SkinToneSelector
          emoji="👋"
          aria-label={t("messages.emoji.tone")}
          className="btn btn-ghost btn-square btn-sm text-lg"
        />
      </div>
    </EmojiPicker.Root>
  );
}

const columns = 8;
const cell =
  "grid size-9 cursor-pointer place-items-center rounded-lg text-[22px] leading-none hover:bg-hover";

const CategoryHeader = ({ category, ...rest }: EmojiPickerListCategoryHeaderProps) => (
  <div {...rest} className="bg-base-100 text-muted text-small px-1 pt-2 pb-1 font-medium">
    {category.label}
  </div>
);

// ARIA indexes begin at one, the library's at zero.
const fromOne = (index: number | undefined) => (index === undefined ? undefined : index + 1);

const Row = ({ children, "aria-rowindex": index, ...rest }: EmojiPickerListRowProps) => (
  <div {...rest} aria-rowindex={fromOne(index)}>
    {children}
  </div>
);

const Emoji = ({ emoji, "aria-colindex": index, ...rest }: EmojiPickerListEmojiProps) => (
  <button
    type="button"
    {...rest}
    aria-colindex={fromOne(index)}
    className={`${cell} data-[active]:bg-hover data-[active]:outline-primary data-[active]:outline-2 data-[active]:-outline-offset-2`}
  >
    {emoji.emoji}
  </button>
);
