import {
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  CheckCheck,
  CircleCheckBig,
  Clock,
  Hand,
  Keyboard,
  Wand,
  LogOut,
  type LucideIcon,
  MessageSquarePlus,
  MessageSquareText,
  MessagesSquare,
  Mic,
  Monitor,
  Moon,
  PanelRight,
  PencilLine,
  Quote,
  ReceiptText,
  Search,
  SquareCheckBig,
  StickyNote,
  Sun,
  Tag,
  Undo2,
  UserRound,
  Volume2,
} from "lucide-react";
import { navigate } from "wouter/use-browser-location";
import { folded } from "../../src/shared/search.ts";
import { phone, t } from "../kit/text.ts";
import { setTheme, theme, themes } from "../kit/theme.ts";
import { openTicket } from "../inbox/open-ticket.ts";
import { macros } from "../parts/macros/macros.ts";
import { bindings } from "./keys/bindings.ts";
import type { Combo } from "../kit/combos.ts";
import { macroFor, newTicketFor } from "../inbox/open-dialogs.ts";
import { plain } from "../messages/format.ts";
import { comboFor, isReady, keys } from "./keys/keys.ts";
import type { Contact, Ticket } from "../types.ts";
import { requestSignOut } from "./sign-out/sign-out.ts";
import { searchResults } from "./palette-search.ts";
import { menuEntries } from "./menu.ts";
import { path } from "./ticket-in-view.ts";
import { recentTickets } from "./recent-tickets.ts";
import { goToTicket, openOrBeginTicket, ticketPath } from "./go-to-ticket.ts";

/** One item of the palette. `hit` is a snippet with its matches between \u0002 and \u0003. */
export type PaletteItem = {
  id: string;
  label: string;
  icon?: LucideIcon;
  contact?: Ticket["contact"];
  beside?: string;
  hit?: string;
  combo?: Combo;
  run: () => void;
};
export type PaletteGroup = {
  name: "recent" | "actions" | "macros" | "pages" | "tickets" | "messages" | "contacts";
  items: PaletteItem[];
};

/** The most items of a kind. */
const maxShown = 6;

const icons: Record<string, LucideIcon> = {
  mute: Volume2,
  help: Keyboard,
  next: ArrowDown,
  previous: ArrowUp,
  mine: MessagesSquare,
  waiting: Clock,
  closed: SquareCheckBig,
  new: MessageSquarePlus,
  accept: Hand,
  resolve: CircleCheckBig,
  resolveNext: CheckCheck,
  macro: Wand,
  transfer: ArrowRightLeft,
  return: Undo2,
  write: PencilLine,
  record: Mic,
  note: StickyNote,
  tags: Tag,
  find: Search,
  budgets: ReceiptText,
  panel: PanelRight,
};
const themeIcons = { light: Sun, dark: Moon, system: Monitor };

/** The order of actions: those of the open ticket first. */
const nearest = ["ticket", "tickets", "everywhere"];

/** The pages and actions that match the typed text. Reads signals. */
export function paletteItems(typed: string): PaletteGroup[] {
  const text = typed.trim();
  const link = ticketPath(text);
  const groups: PaletteGroup[] = link
    ? [
        {
          name: "tickets",
          items: [
            {
              id: "link",
              label: t("menu.palette.openLink"),
              icon: MessageSquareText,
              run: () => navigate(`${link[1]}${link[2] ?? ""}`),
            },
          ],
        },
      ]
    : text === ""
      ? [
          { name: "recent", items: recentItems() },
          { name: "actions", items: actions() },
          { name: "pages", items: pages() },
        ]
      : [
          { name: "actions", items: matching(actions(), text) },
          { name: "macros", items: matching(macroItems(), text).slice(0, maxShown) },
          { name: "pages", items: matching(pages(), text) },
          ...searchGroups(text),
        ];
  return groups.filter(({ items }) => items.length > 0);
}

const recentItems = () =>
  recentTickets.value
    .filter(({ uuid }) => path.value !== `/tickets/${uuid}`)
    .slice(0, 5)
    .map((ticket) => ticketItem(ticket));

function actions(): PaletteItem[] {
  const own = keys
    .filter((key) => key.does !== "palette" && isReady(key))
    .sort((one, other) => nearest.indexOf(one.where) - nearest.indexOf(other.where))
    .map((key) => ({
      id: `do-${key.does}`,
      label: t(`tickets.keys.${key.does}`),
      icon: icons[key.does],
      combo: bindings.value.off ? undefined : comboFor(key),
      run: key.run,
    }));
  // On other pages the ticket keys do nothing, but a new ticket is possible.
  const begin = {
    id: "do-new",
    label: t("tickets.keys.new"),
    icon: MessageSquarePlus,
    run: () => (navigate("/tickets"), void (newTicketFor.value = "anyone")),
  };
  const others = themes
    .filter((one) => one !== theme.value)
    .map((one) => ({
      id: `theme-${one}`,
      label: `${t("menu.theme")}: ${t(`menu.themes.${one}`)}`,
      icon: themeIcons[one],
      run: () => setTheme(one),
    }));
  return [
    ...own,
    ...(own.some(({ id }) => id === begin.id) ? [] : [begin]),
    ...others,
    { id: "sign-out", label: t("menu.signOut"), icon: LogOut, run: requestSignOut },
  ];
}

/** The macros, for the open ticket. */
function macroItems(): PaletteItem[] {
  const ticket = openTicket.value;
  if (!ticket || path.value !== `/tickets/${ticket.uuid}`) return [];
  return (macros.rows.value ?? []).map(({ id, name }) => ({
    id: `macro-${id}`,
    label: name,
    icon: Wand,
    run: () => (macroFor.value = { tickets: [ticket], macroId: id }),
  }));
}

const pages = (): PaletteItem[] =>
  menuEntries.value.map(({ href, label, icon }) => ({
    id: `go-${href}`,
    label,
    icon,
    run: () => navigate(href),
  }));

function searchGroups(text: string): PaletteGroup[] {
  if (!searchResults.value) return [];
  const { tickets, contacts } = searchResults.value;
  const named = tickets.filter(
    (ticket) => !ticket.hit || folded(ticket.contact.name).includes(folded(text)),
  );
  return [
    { name: "tickets", items: named.slice(0, maxShown).map((ticket) => ticketItem(ticket)) },
    {
      name: "messages",
      items: tickets
        .flatMap((ticket) => (ticket.hit ? [messageItem(ticket, ticket.hit)] : []))
        .slice(0, maxShown),
    },
    { name: "contacts", items: contacts.slice(0, maxShown).map(contactItem) },
  ];
}

const ticketItem = (ticket: Ticket): PaletteItem => ({
  id: `ticket-${ticket.id}`,
  label: ticket.contact.name,
  contact: ticket.contact,
  beside: [t(`tickets.past.${ticket.status}`), ticket.queue?.name, plain(ticket.lastMessage)]
    .filter(Boolean)
    .join(" · "),
  run: () => goToTicket(ticket),
});

const messageItem = (
  ticket: Ticket,
  { messageId, noteId, text }: NonNullable<Ticket["hit"]>,
): PaletteItem => ({
  id: `message-${messageId ?? `of-${ticket.id}`}`,
  label: ticket.contact.name,
  icon: Quote,
  hit: text,
  // The message beside a note is not what was found.
  run: () => goToTicket(ticket, noteId ? undefined : (messageId ?? undefined)),
});

const contactItem = (contact: Contact): PaletteItem => ({
  id: `contact-${contact.id}`,
  label: contact.name,
  icon: UserRound,
  beside: phone(contact.number),
  run: () => void openOrBeginTicket(contact),
});

const matching = (items: PaletteItem[], text: string) => {
  const words = folded(text).split(/\s+/);
  return items.filter(({ label }) => words.every((word) => folded(label).includes(word)));
};
