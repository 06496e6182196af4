import {
  BadgeCheck,
  Ban,
  BookUser,
  Building2,
  Cable,
  CalendarClock,
  ChartNoAxesColumn,
  ClipboardList,
  Columns3,
  Contact,
  CreditCard,
  DatabaseBackup,
  FileSearch,
  FolderOpen,
  HeartPulse,
  LifeBuoy,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Milestone,
  Newspaper,
  Package,
  Percent,
  Plug,
  Receipt,
  Settings,
  Shapes,
  SlidersHorizontal,
  Smartphone,
  Sparkles,
  SquareKanban,
  Store,
  Tag,
  Tags,
  TicketPercent,
  UserRound,
  Webhook,
  Zap,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Language } from "../src/shared/languages.ts";
import type { Permission } from "../src/shared/permissions.ts";
import type { PlanFlag } from "../src/shared/plan.ts";

/**
 * The groups of the menu, in their order. Their names: `menu.groups`, where there is little room
 * `menu.groupsShort`.
 */
export const menuGroups = ["service", "sales", "catalogue", "marketing", "administration"] as const;
export type MenuGroup = (typeof menuGroups)[number];

export type Screen = {
  /** As wouter writes it. */
  path: string;
  load: () => Promise<ComponentType>;
  /** The permission that it needs. */
  permission?: Permission;
  /** The plan's flag that it needs. */
  plan?: PlanFlag;
  /** Whoever lacks the permission sees `NotInPlan`, not `NotAllowed`. */
  platformOnly?: true;
  /** Also open while the company is overdue. rules.md#subscription */
  whileOverdue?: true;
  /** After signing in, users start on the first of these that they may open. */
  home?: true;
  /**
   * Its entry in the menu, and in the palette. One whose address wants something that isn't known
   * is left out.
   */
  menu?: {
    group: MenuGroup;
    icon: LucideIcon;
    label: Record<Language, string>;
    /** Where there is little room. */
    short?: Record<Language, string>;
    /** What marks the entry. */
    alert?: "connectionsDown" | "healthTroubled" | "webhooksOff";
    /** What is counted at the entry under the thumb. */
    count?: "unread" | "chats";
  };
};

/**
 * Every screen behind the sign-in. Router, guards, menu, palette and the tests that walk all pages
 * read it; the menu keeps its order.
 */
export const screens: Screen[] = [
  {
    path: "/dashboard",
    load: async () => (await import("./pages/dashboard/Dashboard.tsx")).Dashboard,
    permission: "dashboard:view",
    home: true,
    menu: {
      group: "service",
      icon: ChartNoAxesColumn,
      label: { ptBR: "Painel", en: "Dashboard", es: "Panel" },
    },
  },
  {
    path: "/tickets/:uuid?",
    load: async () => (await import("./pages/tickets/Tickets.tsx")).Tickets,
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
    path: "/contacts",
    load: async () => (await import("./pages/contacts/Contacts.tsx")).Contacts,
    permission: "contacts.read",
    menu: {
      group: "service",
      icon: BookUser,
      label: { ptBR: "Contatos", en: "Contacts", es: "Contactos" },
    },
  },
  {
    path: "/contacts/import",
    load: async () => (await import("./pages/contacts/import/Import.tsx")).Import,
    permission: "contacts.write",
  },
  {
    path: "/quick-messages",
    load: async () => (await import("./pages/quick-messages/QuickMessages.tsx")).QuickMessages,
    permission: "quick-messages.read",
    menu: {
      group: "catalogue",
      icon: Zap,
      label: { ptBR: "Respostas rápidas", en: "Quick replies", es: "Respuestas rápidas" },
      short: { ptBR: "Respostas", en: "Replies", es: "Respuestas" },
    },
  },
  {
    path: "/tags",
    load: async () => (await import("./pages/tags/Tags.tsx")).Tags,
    permission: "tags.read",
    menu: { group: "catalogue", icon: Tag, label: { ptBR: "Tags", en: "Tags", es: "Etiquetas" } },
  },
  {
    path: "/kanban",
    load: async () => (await import("./pages/kanban/Kanban.tsx")).Kanban,
    permission: "tickets.read",
    plan: "useKanban",
    menu: {
      group: "service",
      icon: SquareKanban,
      label: { ptBR: "Kanban", en: "Kanban", es: "Kanban" },
    },
  },
  // Addresses are read in any case: /tagsKanban is this one too.
  {
    path: "/TagsKanban",
    load: async () => (await import("./pages/tags/TagsKanban.tsx")).TagsKanban,
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
    load: async () => (await import("./pages/chats/Chats.tsx")).Chats,
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
    load: async () => (await import("./pages/schedules/Schedules.tsx")).Schedules,
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
    load: async () => (await import("./pages/todolist/Todolist.tsx")).Todolist,
    menu: {
      group: "service",
      icon: ListTodo,
      label: { ptBR: "Tarefas", en: "To-do", es: "Tareas" },
    },
  },
  {
    path: "/helps",
    load: async () => (await import("./pages/helps/Helps.tsx")).Helps,
    permission: "helps.read",
    menu: { group: "service", icon: LifeBuoy, label: { ptBR: "Ajuda", en: "Help", es: "Ayuda" } },
  },
  {
    path: "/kanbanOrders",
    load: async () => (await import("./pages/order-board/OrderBoard.tsx")).OrderBoard,
    permission: "orders.read",
    plan: "useSales",
    menu: {
      group: "sales",
      icon: Columns3,
      label: { ptBR: "Quadro de pedidos", en: "Order board", es: "Tablero de pedidos" },
      short: { ptBR: "Quadro", en: "Board", es: "Tablero" },
    },
  },
  {
    path: "/orders",
    load: async () => (await import("./pages/orders/Orders.tsx")).Orders,
    permission: "orders.read",
    plan: "useSales",
    menu: {
      group: "sales",
      icon: ClipboardList,
      label: { ptBR: "Pedidos", en: "Orders", es: "Pedidos" },
    },
  },
  {
    path: "/orders/:orderId",
    load: async () => (await import("./pages/orders/OrderPage.tsx")).OrderPage,
    permission: "orders.read",
    plan: "useSales",
  },
  {
    path: "/products",
    load: async () => (await import("./pages/products/Products.tsx")).Products,
    permission: "products.read",
    plan: "useSales",
    menu: {
      group: "sales",
      icon: Package,
      label: { ptBR: "Produtos", en: "Products", es: "Productos" },
    },
  },
  {
    path: "/promotions",
    load: async () => (await import("./pages/promotions/Promotions.tsx")).Promotions,
    permission: "promotions.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Newspaper,
      label: { ptBR: "Promoções", en: "Promotions", es: "Promociones" },
    },
  },
  {
    path: "/coupons",
    load: async () => (await import("./pages/coupons/Coupons.tsx")).Coupons,
    permission: "coupons.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: TicketPercent,
      label: { ptBR: "Cupons", en: "Coupons", es: "Cupones" },
    },
  },
  {
    path: "/categories",
    load: async () => (await import("./pages/categories/Categories.tsx")).Categories,
    permission: "categories.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Shapes,
      label: { ptBR: "Categorias", en: "Categories", es: "Categorías" },
    },
  },
  {
    path: "/stores",
    load: async () => (await import("./pages/stores/Stores.tsx")).Stores,
    permission: "stores.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Store,
      label: { ptBR: "Lojas", en: "Stores", es: "Tiendas" },
    },
  },
  {
    path: "/payments",
    load: async () => (await import("./pages/payments/Payments.tsx")).Payments,
    permission: "payments.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: CreditCard,
      label: { ptBR: "Formas de pagamento", en: "Payment methods", es: "Formas de pago" },
      short: { ptBR: "Pagamento", en: "Payment", es: "Pago" },
    },
  },
  {
    path: "/groupRangeDiscounts",
    load: async () =>
      (await import("./pages/group-range-discounts/GroupRangeDiscounts.tsx")).GroupRangeDiscounts,
    permission: "groupRangeDiscounts.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Percent,
      label: { ptBR: "Faixas de desconto", en: "Discount ranges", es: "Rangos de descuento" },
      short: { ptBR: "Descontos", en: "Discounts", es: "Descuentos" },
    },
  },
  {
    path: "/orderStatus",
    load: async () => (await import("./pages/order-status/OrderStatus.tsx")).OrderStatus,
    permission: "orderStatus.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Milestone,
      label: { ptBR: "Status de pedidos", en: "Order statuses", es: "Estados de pedidos" },
      short: { ptBR: "Status", en: "Statuses", es: "Estados" },
    },
  },
  {
    path: "/campaigns",
    load: async () => (await import("./pages/campaigns/Campaigns.tsx")).Campaigns,
    permission: "campaigns.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: Megaphone,
      label: { ptBR: "Campanhas", en: "Campaigns", es: "Campañas" },
    },
  },
  {
    path: "/campaign/:campaignId/report",
    load: async () => (await import("./pages/campaigns/report/CampaignReport.tsx")).CampaignReport,
    permission: "campaigns.read",
    plan: "useCampaigns",
  },
  {
    path: "/contact-lists",
    load: async () => (await import("./pages/contact-lists/ContactLists.tsx")).ContactLists,
    permission: "contact-lists.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: Contact,
      label: { ptBR: "Listas de contatos", en: "Contact lists", es: "Listas de contactos" },
      short: { ptBR: "Listas", en: "Lists", es: "Listas" },
    },
  },
  {
    path: "/contact-lists/:contactListId/contacts",
    load: async () => (await import("./pages/contact-lists/ContactListItems.tsx")).ContactListItems,
    permission: "contact-lists.read",
    plan: "useCampaigns",
  },
  {
    path: "/productStore",
    load: async () =>
      (await import("./pages/campaigns-config/CampaignsConfig.tsx")).CampaignsConfig,
    permission: "campaign-settings.read",
    plan: "useCampaigns",
  },
  {
    path: "/files",
    load: async () => (await import("./pages/files/Files.tsx")).Files,
    permission: "files.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: FolderOpen,
      label: { ptBR: "Listas de arquivos", en: "File lists", es: "Listas de archivos" },
      short: { ptBR: "Arquivos", en: "Files", es: "Archivos" },
    },
  },
  {
    path: "/opt-outs",
    load: async () => (await import("./pages/opt-outs/OptOuts.tsx")).OptOuts,
    permission: "opt-outs.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: Ban,
      label: { ptBR: "Não querem receber", en: "Opt-outs", es: "No quieren recibir" },
      short: { ptBR: "Recusas", en: "Opt-outs", es: "Bajas" },
    },
  },
  {
    path: "/campaigns-config",
    load: async () =>
      (await import("./pages/campaigns-config/CampaignsConfig.tsx")).CampaignsConfig,
    permission: "campaign-settings.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: SlidersHorizontal,
      label: { ptBR: "Config. de campanhas", en: "Campaign settings", es: "Config. de campañas" },
      short: { ptBR: "Ritmo", en: "Pace", es: "Ritmo" },
    },
  },
  {
    path: "/queues/:id?",
    load: async () => (await import("./pages/queues/Queues.tsx")).Queues,
    permission: "queues.write",
    menu: {
      group: "administration",
      icon: ListOrdered,
      label: { ptBR: "Filas", en: "Queues", es: "Colas" },
    },
  },
  {
    path: "/connections/:id?",
    load: async () => (await import("./pages/connections/Connections.tsx")).Connections,
    permission: "drawer-admin-items:view",
    menu: {
      group: "administration",
      icon: Cable,
      label: { ptBR: "Conexões", en: "Connections", es: "Conexiones" },
      alert: "connectionsDown",
    },
  },
  {
    path: "/queue-integration",
    load: async () => (await import("./pages/integrations/Integrations.tsx")).Integrations,
    permission: "integrations.read",
    plan: "useIntegrations",
    menu: {
      group: "administration",
      icon: Plug,
      label: { ptBR: "Integrações", en: "Integrations", es: "Integraciones" },
    },
  },
  {
    path: "/messages-api/:part?",
    load: async () => (await import("./pages/messages-api/MessagesApi.tsx")).MessagesApi,
    permission: "messages-api.read",
    plan: "useExternalApi",
    menu: {
      group: "administration",
      icon: Webhook,
      label: { ptBR: "API de mensagens", en: "Messages API", es: "API de mensajes" },
      short: { ptBR: "API", en: "API", es: "API" },
      alert: "webhooksOff",
    },
  },
  {
    path: "/ias",
    load: async () => (await import("./pages/ias/Ias.tsx")).Ias,
    permission: "ias.read",
    plan: "useOpenAi",
    menu: { group: "administration", icon: Sparkles, label: { ptBR: "IAs", en: "AIs", es: "IAs" } },
  },
  {
    path: "/users",
    load: async () => (await import("./pages/users/Users.tsx")).Users,
    permission: "drawer-admin-items:view",
    menu: {
      group: "administration",
      icon: UserRound,
      label: { ptBR: "Usuários", en: "Users", es: "Usuarios" },
    },
  },
  {
    path: "/settings",
    load: async () => (await import("./pages/settings/Settings.tsx")).Settings,
    permission: "settings.read",
    menu: {
      group: "administration",
      icon: Settings,
      label: { ptBR: "Configurações", en: "Settings", es: "Configuración" },
      short: { ptBR: "Config", en: "Settings", es: "Config" },
    },
  },
  {
    path: "/company",
    load: async () => (await import("./pages/company/Company.tsx")).Company,
    permission: "settings.write",
    whileOverdue: true,
    menu: {
      group: "administration",
      icon: Building2,
      label: { ptBR: "Empresa", en: "Company", es: "Empresa" },
    },
  },
  {
    path: "/subscription",
    load: async () => (await import("./pages/subscription/Subscription.tsx")).Subscription,
    permission: "invoices.read",
    whileOverdue: true,
    menu: {
      group: "administration",
      icon: BadgeCheck,
      label: { ptBR: "Assinatura", en: "Subscription", es: "Suscripción" },
    },
  },
  {
    path: "/invoices",
    load: async () => (await import("./pages/invoices/Invoices.tsx")).Invoices,
    permission: "invoices.read",
    whileOverdue: true,
    menu: {
      group: "administration",
      icon: Receipt,
      label: { ptBR: "Faturas", en: "Invoices", es: "Facturas" },
    },
  },
  {
    path: "/audit",
    load: async () => (await import("./pages/audit/Audit.tsx")).Audit,
    permission: "audit.read",
    menu: {
      group: "administration",
      icon: FileSearch,
      label: { ptBR: "Auditoria", en: "Audit log", es: "Auditoría" },
    },
  },
  {
    path: "/health/:part?",
    load: async () => (await import("./pages/health/Health.tsx")).Health,
    permission: "health.read",
    whileOverdue: true,
    menu: {
      group: "administration",
      icon: HeartPulse,
      label: { ptBR: "Saúde do servidor", en: "Server health", es: "Salud del servidor" },
      short: { ptBR: "Saúde", en: "Health", es: "Salud" },
      alert: "healthTroubled",
    },
  },
  {
    path: "/financeiro",
    load: async () => (await import("./pages/invoices/Invoices.tsx")).Invoices,
    permission: "invoices.read",
    whileOverdue: true,
  },
  {
    path: "/leads",
    load: async () => (await import("./pages/leads/Leads.tsx")).Leads,
    permission: "landing.write",
    platformOnly: true,
    menu: {
      group: "administration",
      icon: Mail,
      label: { ptBR: "Contatos recebidos", en: "Messages received", es: "Contactos recibidos" },
      short: { ptBR: "Recebidos", en: "Received", es: "Recibidos" },
    },
  },
  {
    path: "/announcements",
    load: async () => (await import("./pages/announcements/Announcements.tsx")).Announcements,
    permission: "announcements.write",
    platformOnly: true,
    menu: {
      group: "administration",
      icon: Megaphone,
      label: { ptBR: "Comunicados", en: "Announcements", es: "Comunicados" },
      short: { ptBR: "Comunicados", en: "News", es: "Comunicados" },
    },
  },
  {
    path: "/backups",
    load: async () => (await import("./pages/backups/Backups.tsx")).BackupsPage,
    permission: "backups.write",
    platformOnly: true,
    menu: {
      group: "administration",
      icon: DatabaseBackup,
      label: { ptBR: "Cópias de segurança", en: "Backups", es: "Copias de seguridad" },
      short: { ptBR: "Cópias", en: "Backups", es: "Copias" },
    },
  },
  {
    path: "/guide/:step?",
    load: async () => (await import("./pages/guide/Guide.tsx")).Guide,
    permission: "box.write",
    platformOnly: true,
  },
  {
    path: "/practice/:whatsappId",
    load: async () => (await import("./pages/practice/Practice.tsx")).Practice,
    permission: "practice",
    menu: {
      group: "administration",
      icon: Smartphone,
      label: { ptBR: "Telefone de treino", en: "Practice phone", es: "Teléfono de práctica" },
      short: { ptBR: "Treino", en: "Practice", es: "Práctica" },
    },
  },
  {
    path: "/profile",
    load: async () => (await import("./pages/profile/Profile.tsx")).Profile,
    whileOverdue: true,
  },
];

/**
 * The address of a screen with these values in it; what may be left out is, where it isn't known.
 * Undefined where something else isn't known.
 */
export function addressOf(
  { path }: Pick<Screen, "path">,
  values: Record<string, string | number | undefined> = {},
): string | undefined {
  const parts = path.split("/").flatMap((part) => {
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(part) ?? [];
    if (!name) return [part];
    return values[name] === undefined && optional ? [] : [values[name]];
  });
  return parts.includes(undefined) ? undefined : parts.join("/");
}
