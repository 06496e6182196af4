import { useSignals } from "@preact/signals-react/runtime";
import { fill, unfilledIn } from "../../../../src/shared/variables.ts";
import { useChoices } from "../../../forms/choices.ts";
import { draftOf, setDraft } from "../../../inbox/draft.ts";
import { useTranslation } from "../../../kit/text.ts";
import { type Quick, quicks } from "../../../lists/company-lists.ts";
import { enclosureOf, matchingQuicks, quickWord } from "../../../parts/writing/quick-messages.ts";
import { useSuggestions } from "../../../parts/writing/suggestions.ts";
import type { useMessageBox } from "../../../parts/writing/use-message-box.ts";
import type { Ticket } from "../../../types.ts";
import { useVariableValues } from "./variable-values.ts";

/** Quick messages for a word after `/`, and variables and emoji for the word at the caret. */
export function useCompletions(ticket: Ticket, box: ReturnType<typeof useMessageBox>) {
  useSignals();
  const { t } = useTranslation();
  const { id } = ticket;
  const { text, enclosure } = draftOf(id).value;
  const all = quicks.rows.value;
  const word = quickWord(text);
  const isQuickWord = word !== null && !box.isDismissed;
  const matching = isQuickWord && all ? matchingQuicks(all, word) : [];
  const facts = useVariableValues(ticket, word !== null || text.includes("{{"));
  const suggested = useSuggestions(text, box.caret, facts);
  const suggestions = isQuickWord || box.isDismissed ? [] : suggested;
  const filled = (message: string) => (facts ? fill(message, facts) : message);
  useChoices(quicks);

  const chooseQuick = (quick: Quick | undefined) => {
    if (!quick) return;
    const message = filled(quick.message);
    setDraft(id, { text: message, enclosure: enclosureOf(quick) ?? enclosure });
    box.dismiss(message);
    requestAnimationFrame(() => {
      box.focus();
      box.field.current?.setSelectionRange(message.length, message.length);
    });
  };

  const take = (index: number) =>
    matching.length > 0
      ? chooseQuick(matching[index] ?? matching[0])
      : box.take(suggestions[index] ?? suggestions[0]);

  // A fast typist gets the quick message before the first load has ended.
  const chooseOnceLoaded = async () => {
    await quicks.load();
    const rows = quicks.rows.peek();
    if (!rows) return box.dismiss(text);
    if (draftOf(id).peek().text === text) chooseQuick(matchingQuicks(rows, word ?? "")[0]);
  };

  /**
   * Takes the selected completion. A word without a matching quick message is sent only when its
   * list is closed.
   */
  const takeOr = (send: () => void) => {
    if (matching.length > 0 || suggestions.length > 0) return take(box.at);
    if (!isQuickWord) return send();
    if (!all && !quicks.failed.peek()) return void chooseOnceLoaded();
    box.dismiss(text);
  };

  const noQuickText = () => {
    if (!all) return t(quicks.failed.value ? "messages.quickFailed" : "messages.quickLoading");
    return all.length === 0 ? t("messages.quickNothing") : t("messages.quickNone", { word: text });
  };

  return {
    isQuickWord,
    matching,
    suggestions,
    filled,
    unfilled: facts ? unfilledIn(filled(text)) : [],
    chooseQuick,
    take,
    takeOr,
    noQuickText,
  };
}
