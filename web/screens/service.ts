import {
  BookUser,
  CalendarClock,
  LifeBuoy,
  Wand,
  ListTodo,
  MessageCircle,
  MessagesSquare,
  SquareKanban,
  Sun,
  Tag,
  Tags,
  Braces,
  Zap,
} from "lucide-react";
import type { Screen } from "../screen.ts";

/** The screens of the daily work with customers. */
export const service: Screen[] = [
  {
    path: "/dashboard",
    load: async () => (await import("../pages/dashboard/Dashboard.tsx")).Dashboard,
    permission: "dashboard:view",
    home: true,
    menu: {
      group: "service",
      icon: Sun,
      label: { ptBR: "Hoje", en: "Today", es: "Hoy" },
    },
  },
  {
    path: "/dashboard/list",
    load: async () => (await import("../pages/dashboard/Counted.tsx")).Counted,
    permission: "dashboard:view",
  },
  {
    path: "/tickets/:uuid?",
    load: async () => (await import("../pages/tickets/Tickets.tsx")).Tickets,
    permission: "tickets.read",
    home: true,
    menu: {
      group: "service",
      icon: MessagesSquare,
      label: { ptBR: "Atendimentos", en: "Conversations", es: "Conversaciones" },
      short: { ptBR: "Atendimentos", en: "Inbox", es: "Bandeja" },
      count: "unread",
    },
  },
  {
    path: "/share",
    load: async () => (await import("../pages/share/Share.tsx")).Share,
    permission: "messages.write",
  },
  {
    path: "/contacts",
    load: async () => (await import("../pages/contacts/Contacts.tsx")).Contacts,
    permission: "contacts.read",
    menu: {
      group: "service",
      icon: BookUser,
      label: { ptBR: "Contatos", en: "Contacts", es: "Contactos" },
    },
  },
  {
    path: "/contacts/import",
    load: async () => (await import("../pages/contacts/import/Import.tsx")).Import,
    permission: "contacts.write",
  },
  {
    path: "/contacts/:contactId",
    load: async () => (await import("../pages/contacts/one/ContactPage.tsx")).ContactPage,
    permission: "contacts.read",
  },
  {
    path: "/quick-messages",
    load: async () => (await import("../pages/quick-messages/QuickMessages.tsx")).QuickMessages,
    permission: "quick-messages.read",
    menu: {
      group: "catalogue",
      icon: Zap,
      label: { ptBR: "Respostas rápidas", en: "Quick replies", es: "Respuestas rápidas" },
      short: { ptBR: "Respostas", en: "Replies", es: "Respuestas" },
    },
  },
  {
    path: "/macros",
    load: async () => (await import("../pages/macros/Macros.tsx")).Macros,
    permission: "macros.read",
    menu: {
      group: "catalogue",
      icon: Wand,
      label: { ptBR: "Macros", en: "Macros", es: "Macros" },
    },
  },
  {
    path: "/tags",
    load: async () => (await import("../pages/tags/Tags.tsx")).Tags,
    permission: "tags.read",
    menu: { group: "catalogue", icon: Tag, label: { ptBR: "Tags", en: "Tags", es: "Etiquetas" } },
  },
  {
    path: "/contact-fields",
    load: async () => (await import("../pages/contact-fields/ContactFields.tsx")).ContactFields,
    permission: "contacts.read",
    menu: {
      group: "catalogue",
      icon: Braces,
      label: { ptBR: "Campos", en: "Fields", es: "Campos" },
    },
  },
  {
    path: "/kanban",
    load: async () => (await import("../pages/kanban/Kanban.tsx")).Kanban,
    permission: "tickets.read",
    plan: "useKanban",
    menu: {
      group: "service",
      icon: SquareKanban,
      label: { ptBR: "Kanban", en: "Kanban", es: "Kanban" },
    },
  },
  // Addresses ignore case, so this is /tagsKanban too.
  {
    path: "/TagsKanban",
    load: async () => (await import("../pages/tags/TagsKanban.tsx")).TagsKanban,
    permission: "tags.read",
    plan: "useKanban",
    menu: {
      group: "catalogue",
      icon: Tags,
      label: { ptBR: "Tags do kanban", en: "Kanban tags", es: "Etiquetas del kanban" },
      short: { ptBR: "Etapas", en: "Stages", es: "Etapas" },
    },
  },
  {
    path: "/chats/:uuid?",
    load: async () => (await import("../pages/chats/Chats.tsx")).Chats,
    permission: "chats.read",
    plan: "useInternalChat",
    menu: {
      group: "service",
      icon: MessageCircle,
      label: { ptBR: "Chat interno", en: "Team chat", es: "Chat interno" },
      short: { ptBR: "Chat", en: "Chat", es: "Chat" },
      count: "chats",
    },
  },
  {
    path: "/schedules",
    load: async () => (await import("../pages/schedules/Schedules.tsx")).Schedules,
    permission: "schedules.read",
    plan: "useSchedules",
    menu: {
      group: "service",
      icon: CalendarClock,
      label: { ptBR: "Agendamentos", en: "Schedules", es: "Programaciones" },
      short: { ptBR: "Agenda", en: "Schedules", es: "Agenda" },
    },
  },
  {
    path: "/todolist",
    load: async () => (await import("../pages/todolist/Todolist.tsx")).Todolist,
    menu: {
      group: "service",
      icon: ListTodo,
      label: { ptBR: "Tarefas", en: "To-do", es: "Tareas" },
    },
  },
  {
    path: "/helps",
    load: async () => (await import("../pages/helps/Helps.tsx")).Helps,
    permission: "helps.read",
    menu: { group: "service", icon: LifeBuoy, label: { ptBR: "Ajuda", en: "Help", es: "Ayuda" } },
  },
];
