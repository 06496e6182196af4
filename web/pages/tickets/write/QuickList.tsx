import { Paperclip } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";
import type { Quick } from "../../../lists/company-lists.ts";
import { EnclosureRow } from "./EnclosureRow.tsx";
import { plain } from "../../../messages/format.ts";
import { SuggestionList } from "../../../parts/writing/SuggestionList.tsx";
import { enclosureOf, label } from "../../../parts/writing/quick-messages.ts";

type Props = {
  suggestions: Quick[];
  at: number;
  onChoose: (quick: Quick) => void;
  /** The text when there is nothing to choose. */
  none: string;
  /** Fills the variables in. */
  filled?: (text: string) => string;
};

/** Matches for the word after the slash, with a preview of the selected one and its file. */
export function QuickList({ suggestions, at, onChoose, none, filled = (text) => text }: Props) {
  const { t } = useTranslation();
  const chosen = suggestions[at];
  const enclosure = chosen && enclosureOf(chosen);
  return (
    <SuggestionList
      label={t("messages.quick")}
      suggestions={suggestions.map((quick) => ({
        key: String(quick.id),
        label: label(quick),
        text: plain(filled(quick.message)),
        icon: quick.media && (
          <Paperclip
            size={14}
            aria-label={t("messages.attach.has")}
            className="text-muted shrink-0"
          />
        ),
      }))}
      at={at}
      onChoose={(index) => suggestions[index] && onChoose(suggestions[index])}
      none={none}
      preview={
        chosen && (
          <div className="border-line border-b px-4 py-2">
            <p className="text-muted text-small line-clamp-4 whitespace-pre-wrap">
              {plain(filled(chosen.message))}
            </p>
            {enclosure && <EnclosureRow enclosure={enclosure} />}
          </div>
        )
      }
    />
  );
}
