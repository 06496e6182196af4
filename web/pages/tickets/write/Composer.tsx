import { useSignals } from "@preact/signals-react/runtime";
import { Mic, SendHorizontal, X } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { trimmed } from "../../../../src/shared/text.ts";
import { fill } from "../../../../src/shared/variables.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useMedia } from "../../../kit/media.ts";
import { toast } from "../../../kit/Toast.tsx";
import { editLast } from "../talk/acts.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { useChoices } from "../../../kit/choices.ts";
import { type Quick, quicks } from "../choices.ts";
import { type Answer, asked as askedAbout, collision } from "./collision.ts";
import { Collision } from "./Collision.tsx";
import { ComposerBar } from "./ComposerBar.tsx";
import { clear, draftOf, flush, write } from "./draft.ts";
import { EmojiButton } from "./EmojiButton.tsx";
import { rememberEmoji } from "./emojis.ts";
import { EnclosureRow } from "./Enclosed.tsx";
import { useFacts } from "./facts.ts";
import { plain } from "../talk/format.ts";
import { enterSends, undoSend } from "./stored-toggle.ts";
import { useOffers } from "./offers.ts";
import { Offers } from "./Offers.tsx";
import { resolve } from "../open-ticket.ts";
import { post, taken } from "./outbox.ts";
import { paste } from "./picked.ts";
import { reportTyping as tellTyping } from "../presence.ts";
import { asked, enclosureOf, fitting } from "./quick.ts";
import { QuickList } from "./QuickList.tsx";
import { Quote } from "../talk/Quote.tsx";
import { begin } from "./recorder.ts";
import { recorded, Recorder } from "./Recorder.tsx";
import { signature } from "./signature.ts";
import { authorOf } from "../talk/thread.ts";
import type { Ticket } from "../types.ts";
import { markOf, surround, typeIn } from "./typing.ts";
import { lastOf, offer, takeBack } from "./undo.ts";

/** Five rows of text, then it scrolls. doc 1 §2 */
const tallest = 5 * 21.6 + 18;

/** Where one answers. Each ticket keeps its own draft; to whom stands above it. */
export function Composer({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const { text, quotedMsg, enclosure } = draftOf(id).value;
  const area = useRef<HTMLTextAreaElement>(null);
  const since = useRef(Date.now());
  const [at, setAt] = useState(0);
  const [caret, setCaret] = useState(text.length);
  const [clash, setClash] = useState<{ answer: Answer; resolves: boolean } | null>(null);
  const voice = recorded(id);
  const short = useMedia("(width < 64rem)");
  const all = quicks.rows.value;
  const word = asked(text);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const asking = word !== null && text !== dismissed;
  const found = asking && all ? fitting(all, word) : [];
  const facts = useFacts(ticket, word !== null || text.includes("{{"));
  const words = useOffers(text, caret, facts);
  const offers = asking || text === dismissed ? [] : words;
  const listed = found.length || offers.length;
  const filled = (message: string) => (facts ? fill(message, facts) : message);
  const empty = trimmed(text) === "" && !enclosure;
  useChoices(quicks);

  useLayoutEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = "auto";
    box.style.height = `${Math.min(tallest, box.scrollHeight)}px`;
    box.style.overflowY = box.scrollHeight > tallest ? "auto" : "hidden";
  }, [text]);

  // Where there is a keyboard, one can write at once: also when a voice has gone.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) area.current?.focus({ preventScroll: true });
  }, [id, voice]);
  useEffect(() => () => flush(id), [id]);

  const typed = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    if (empty) since.current = Date.now();
    write(id, { text: target.value });
    tellTyping(id, target.value.trim() !== "");
    setAt(0);
    setCaret(target.selectionStart);
    setDismissed(null);
    // A reading that failed is tried again.
    if (asked(target.value) !== null) void quicks.load();
  };

  const say = async (resolves: boolean) => {
    const body = trimmed(text);
    const undo = undoSend.on.peek() && !resolves;
    const clientId = post(id, { body: body && signature() + body, quotedMsg, enclosure, undo });
    if (undo) offer(id, clientId, { text: body, quotedMsg, enclosure });
    clear(id);
    area.current?.focus();
    // The farewell comes after the last word.
    if (resolves && (await taken(clientId))) await resolve(ticket);
  };

  const send = (resolves = false) => {
    if (empty) return area.current?.focus();
    const answer = collision(id, since.current);
    if (answer) return setClash({ answer, resolves });
    void say(resolves);
  };

  const record = async () => {
    const trouble = await begin(id);
    if (trouble) toast.error(t(`messages.voice.${trouble}`));
  };

  const choose = (quick: Quick | undefined) => {
    if (!quick) return;
    const said = filled(quick.message);
    write(id, { text: said, enclosure: enclosureOf(quick) ?? enclosure });
    setDismissed(said);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(said.length, said.length);
    });
  };

  const take = (index: number) => {
    const chosen = offers[index] ?? offers[0];
    if (!chosen || !area.current) return;
    typeIn(area.current, chosen.with, chosen.from, caret);
  };

  const insert = (words: string) => area.current && typeIn(area.current, words);

  // Who types faster than the first reading still gets the quick message.
  const whenHere = async () => {
    await quicks.load();
    const rows = quicks.rows.peek();
    if (!rows) return setDismissed(text);
    if (draftOf(id).peek().text === text) choose(fitting(rows, word ?? "")[0]);
  };

  /** Sends, unless a quick message is asked for: a word that none fits is sent only when the list is closed. */
  const enter = () => {
    if (offers.length > 0) return take(at);
    if (!asking) return send();
    if (!all && !quicks.failed.peek()) return void whenHere();
    if (found.length === 0) return setDismissed(text);
    choose(found[at] ?? found[0]);
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const held = event.ctrlKey || event.metaKey;
    const deed = event.nativeEvent.isComposing || event.altKey ? undefined : deedOf(event, held);
    if (!deed) return;
    event.preventDefault();
    deed();
  };

  const deedOf = (event: KeyboardEvent<HTMLTextAreaElement>, held: boolean): (() => unknown) | undefined => {
    const { key, shiftKey, currentTarget } = event;
    const mark = held ? markOf(event) : undefined;
    const last = text === "" ? lastOf(id) : undefined;
    if (mark) return () => surround(currentTarget, mark);
    if (held && key.toLowerCase() === "z" && last) return () => takeBack(last);
    if (listed > 0 && !held && !shiftKey) {
      if (key === "ArrowDown") return () => setAt((at + 1) % listed);
      if (key === "ArrowUp") return () => setAt((at - 1 + listed) % listed);
      if (key === "Tab") return () => (found.length > 0 ? choose(found[at]) : take(at));
      if (key === "Enter") return enter;
    }
    if (key === "Escape" && (asking || offers.length > 0)) return () => setDismissed(text);
    if (key === "Escape" && quotedMsg) return () => write(id, { quotedMsg: null });
    if (key === "ArrowUp" && text === "") return () => editLast(id);
    if (key !== "Enter") return undefined;
    if (held && shiftKey) return () => send(true);
    if (held) return asking ? enter : () => send();
    return shiftKey || (!enterSends.on.value && !asking) ? undefined : enter;
  };

  const nothing = () => {
    if (!all) return t(quicks.failed.value ? "messages.quickFailed" : "messages.quickLoading");
    return all.length === 0 ? t("messages.quickNothing") : t("messages.quickNone", { word: text });
  };

  return (
    <form
      className="bg-base-100 border-line relative border-t px-3 pt-1.5 pb-3 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      {asking && <QuickList offers={found} at={at} onChoose={choose} none={nothing()} filled={filled} />}
      {offers.length > 0 && <Offers label={t("messages.offers")} offers={offers} at={at} onChoose={take} />}
      <ComposerBar ticket={ticket} onVariable={(name) => insert(`{{${name}}}`)} />
      {quotedMsg && (
        <div className="mb-1.5 flex items-start gap-1">
          <Quote quoted={quotedMsg} name={authorOf(id, quotedMsg.id) ?? contact.name} />
          <IconButton label={t("messages.noReply")} icon={X} side="top" onClick={() => write(id, { quotedMsg: null })} />
        </div>
      )}
      {enclosure && !voice && (
        <div className="mb-1.5 px-1">
          <EnclosureRow enclosure={enclosure} onRemove={() => write(id, { enclosure: null })} />
        </div>
      )}
      {filled(text) !== text && !asking && (
        <p data-filled className="text-muted text-small mb-1.5 line-clamp-2 px-1">
          {t("messages.variables.says")} <span className="text-base-content">{plain(filled(text))}</span>
        </p>
      )}
      {voice ? (
        <Recorder ticket={ticket} />
      ) : (
        <div className="border-(--field-line) focus-within:border-primary focus-within:outline-primary rounded-bubble flex items-end gap-0.5 border p-1 focus-within:outline-1">
          <AttachMenu ticketId={id} />
          <EmojiButton
            onChoose={(emoji) => {
              rememberEmoji(emoji);
              insert(emoji);
            }}
          />
          <textarea
            ref={area}
            data-composer
            rows={1}
            value={text}
            maxLength={65_000}
            aria-label={t("messages.writeTo", { name: contact.name })}
            aria-controls={listed > 0 ? "offers" : undefined}
            aria-activedescendant={listed > 0 ? `offer-${at}` : undefined}
            aria-autocomplete="list"
            placeholder={t(short ? "messages.placeholderShort" : "messages.placeholder")}
            onChange={typed}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={press}
            onPaste={(event) => paste(id, event)}
            className="text-talk placeholder:text-muted max-h-32 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-1 py-[7px] leading-[21.6px] outline-none"
          />
          {empty ? (
            <IconButton data-record label={t("messages.voice.record")} icon={Mic} side="top" className="btn-md! size-9!" onClick={() => void record()} />
          ) : (
            <button type="submit" aria-label={t("messages.send")} className="btn btn-primary btn-square size-9">
              <SendHorizontal size={18} aria-hidden />
            </button>
          )}
        </div>
      )}
      {clash && (
        <Collision
          ticket={ticket}
          answer={clash.answer}
          onConfirm={() => void say(clash.resolves)}
          onClose={() => {
            askedAbout(id);
            setClash(null);
          }}
        />
      )}
    </form>
  );
}
