import { Ban, Contact, FolderOpen, Megaphone, SlidersHorizontal, Users } from "lucide-react";
import type { Screen } from "../screen.ts";

/** The screens of campaigns and their audiences. */
export const marketing: Screen[] = [
  {
    path: "/campaigns",
    load: async () => (await import("../pages/campaigns/Campaigns.tsx")).Campaigns,
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
    load: async () => (await import("../pages/campaigns/report/CampaignReport.tsx")).CampaignReport,
    permission: "campaigns.read",
    plan: "useCampaigns",
  },
  {
    path: "/contact-lists",
    load: async () => (await import("../pages/contact-lists/ContactLists.tsx")).ContactLists,
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
    path: "/segments",
    load: async () => (await import("../pages/segments/Segments.tsx")).Segments,
    permission: "contact-lists.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: Users,
      label: { ptBR: "Segmentos", en: "Segments", es: "Segmentos" },
    },
  },
  {
    path: "/contact-lists/:contactListId/contacts",
    load: async () =>
      (await import("../pages/contact-lists/ContactListItems.tsx")).ContactListItems,
    permission: "contact-lists.read",
    plan: "useCampaigns",
  },
  {
    path: "/productStore",
    load: async () =>
      (await import("../pages/campaigns-config/CampaignsConfig.tsx")).CampaignsConfig,
    permission: "campaign-settings.read",
    plan: "useCampaigns",
  },
  {
    path: "/files",
    load: async () => (await import("../pages/files/Files.tsx")).Files,
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
    load: async () => (await import("../pages/opt-outs/OptOuts.tsx")).OptOuts,
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
      (await import("../pages/campaigns-config/CampaignsConfig.tsx")).CampaignsConfig,
    permission: "campaign-settings.read",
    plan: "useCampaigns",
    menu: {
      group: "marketing",
      icon: SlidersHorizontal,
      label: { ptBR: "Config. de campanhas", en: "Campaign settings", es: "Config. de campañas" },
      short: { ptBR: "Ritmo", en: "Pace", es: "Ritmo" },
    },
  },
];
