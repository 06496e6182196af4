import { z } from "zod";
import { parseJsonOrNothing } from "../parse-reply.ts";
import type { BotAction, BotAnswer, BotReply, Turn } from "../bot.ts";
import { documentIn, maskedDocument } from "./documents.ts";
import type { Account, Bill, BillingProvider, Copy } from "./provider.ts";
import * as texts from "./texts.ts";

const bill = z.object({
  id: z.string(),
  value: z.number(),
  due: z.string(),
  line: z.string().optional(),
  pix: z.string().optional(),
  link: z.string().optional(),
});
/** The last question. `document` is masked: a stored session does not tell whose bills they are. */
const question = z.discriminatedUnion("asks", [
  z.object({ asks: z.literal("document"), misses: z.number() }),
  z.object({
    asks: z.literal("bill"),
    misses: z.number(),
    account: z.string(),
    document: z.string(),
    bills: z.array(bill),
  }),
  z.object({
    asks: z.literal("unlock"),
    misses: z.number(),
    contract: z.string(),
    document: z.string(),
  }),
]);
type Question = z.infer<typeof question>;

/**
 * The talk begins anew after so long (ms) without a message: another person may hold the phone by
 * then.
 */
const forgets = 30 * 60_000;
const maxMisses = 3;
/** The most bills that fit into a session. */
const maxBills = 5;

type Talk = { provider: BillingProvider; turn: Turn; now: number; today: string };

/**
 * Answers a turn of a customer who wants a bill again: it finds the customer, the bill, and every
 * way to pay it. `today` is the company's (2026-11-20). Throws RequestFailed.
 * rules.md#provider-bills
 */
export async function billing(
  provider: BillingProvider,
  turn: Turn,
  now: number,
  today: string,
): Promise<BotAnswer> {
  const talk = { provider, turn, now, today };
  const pending = askedIn(turn, now);
  const reply = turn.text.trim();
  if (pending && /^(0|atendente)$/i.test(reply)) return handOver(texts.toPeople);
  if (pending?.asks === "bill") return chooseBill(talk, pending);
  if (pending?.asks === "unlock") return answerUnlock(talk, pending);
  return findBills(talk, pending);
}

/** The last question, unless it is too old. */
function askedIn({ begins, session }: Turn, now: number): Question | undefined {
  if (begins || !session || now - session.at > forgets) return undefined;
  return question.safeParse(parseJsonOrNothing(session.id)).data;
}

async function findBills(talk: Talk, pending: Question | undefined): Promise<BotAnswer> {
  const document = documentIn(talk.turn.text);
  const again: Question = { asks: "document", misses: pending?.misses ?? 0 };
  if (!document)
    return pending
      ? missed(talk, again, texts.notADocument)
      : ask(talk, again, [texts.askDocument]);
  const account = await talk.provider.find(document);
  if (!account) return missed(talk, again, texts.notFound);
  const bills = account.bills
    .toSorted((one, other) => one.due.localeCompare(other.due))
    .slice(0, maxBills);
  const [only, ...others] = bills;
  if (!only) return close(spoken([texts.nothingOpen(account.name), texts.farewell]), []);
  if (others.length === 0) return sendBill(talk, only, account.id, maskedDocument(document));
  return ask(
    talk,
    { asks: "bill", misses: 0, account: account.id, document: maskedDocument(document), bills },
    [texts.billList(account.name, bills, talk.today)],
  );
}

function chooseBill(
  talk: Talk,
  pending: Question & { asks: "bill" },
): Promise<BotAnswer> | BotAnswer {
  const chosen = /^\d$/.test(talk.turn.text.trim())
    ? pending.bills[Number(talk.turn.text) - 1]
    : undefined;
  return chosen
    ? sendBill(talk, chosen, pending.account, pending.document)
    : missed(talk, pending, texts.notAnOption);
}

async function sendBill(
  talk: Talk,
  chosen: Bill,
  account: Account["id"],
  document: string,
): Promise<BotAnswer> {
  const copy = await talk.provider.copy(chosen);
  const copies = repliesOf(copy);
  if (copies.length === 0)
    return handOver(texts.nothingToPayBy, texts.nothingToPayByNote(chosen, document));
  const replies = [...spoken([texts.billText(chosen, talk.today)]), ...copies];
  const note = texts.sentNote(chosen, document);
  const contract = await talk.provider.trust?.blocked(account);
  if (contract === undefined)
    return close([...replies, ...spoken([texts.farewell])], [{ do: "note", text: note }]);
  const answer = ask(talk, { asks: "unlock", misses: 0, contract, document }, [texts.askUnlock]);
  return {
    ...answer,
    replies: [...replies, ...answer.replies],
    does: [{ do: "note", text: note }],
  };
}

/** Each thing to copy is a message of its own. */
function repliesOf({ line, pix, qrCode, pdf, link }: Copy): BotReply[] {
  return [
    ...(line ? spoken([texts.lineFollows, line]) : []),
    ...(pix ? spoken([texts.pixFollows, pix]) : []),
    ...(qrCode?.length
      ? [{ file: { bytes: qrCode, name: "pix.png" }, text: texts.qrCodeCaption, later: 0 }]
      : []),
    ...(pdf
      ? [{ file: { bytes: pdf, name: "boleto.pdf" }, text: "", later: 0 }]
      : link && /^https?:\/\/\S+$/.test(link)
        ? spoken([texts.linkText(link)])
        : []),
  ];
}

async function answerUnlock(
  talk: Talk,
  pending: Question & { asks: "unlock" },
): Promise<BotAnswer> {
  const reply = talk.turn.text.trim().toLowerCase();
  if (reply === "2" || reply === "não" || reply === "nao")
    return close(spoken([texts.farewell]), []);
  if (reply !== "1" && reply !== "sim") return missed(talk, pending, texts.notAnOption);
  const done = (await talk.provider.trust?.unlock(pending.contract)) ?? false;
  const note = texts.unlockNote(done, pending.document);
  return done
    ? close(spoken([texts.unlocked]), [{ do: "note", text: note }])
    : handOver(texts.notUnlocked, note);
}

/** Repeats the question after an invalid answer; after three of them, people take over. */
function missed(talk: Talk, pending: Question, text: string): BotAnswer {
  const misses = pending.misses + 1;
  return misses >= maxMisses
    ? handOver(texts.toPeople, texts.lostNote)
    : ask(talk, { ...pending, misses }, [text]);
}

const ask = ({ now }: Talk, pending: Question, lines: string[]): BotAnswer => ({
  replies: spoken(lines),
  session: { id: JSON.stringify(pending), at: now },
  does: [],
});
const close = (replies: BotReply[], does: BotAction[]): BotAnswer => ({
  replies,
  session: null,
  does: [...does, { do: "close" }],
});
const handOver = (text: string, note?: string): BotAnswer => ({
  replies: spoken([text]),
  session: null,
  does: [...(note ? [{ do: "note" as const, text: note }] : []), { do: "human" }],
});
const spoken = (lines: string[]): BotReply[] => lines.map((text) => ({ text, later: 0 }));
