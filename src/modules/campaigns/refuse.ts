import { eq } from "drizzle-orm";
import { capabilitiesOf } from "../../shared/capabilities.ts";
import { valueErrorsOf } from "../../shared/templates.ts";
import { connections } from "../connections/table.ts";
import { templateOfUse } from "../templates/message.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { findRow, isEditable } from "./find.ts";
import type { CampaignRow } from "./table.ts";
import { variantsOf } from "./variants.ts";

/** Throws invalid at the fields that a campaign needs before it can be sent. */
export function refuseUnready(db: CompanyDb, campaign: CampaignRow) {
  const needsText = campaign.template === null;
  const fields = {
    ...(campaign.whatsappId === null && { whatsappId: "required" }),
    ...(campaign.contactListId === null &&
      campaign.segmentId === null &&
      campaign.tagListId === null && { contactListId: "required" }),
    ...(needsText && variantsOf(campaign, "message").length === 0 && { message1: "required" }),
    ...templateErrorsOf(db, campaign),
    ...(campaign.confirmation &&
      variantsOf(campaign, "confirmationMessage").length === 0 && {
        confirmationMessage1: "required",
      }),
  };
  if (Object.keys(fields).length > 0)
    throw new Fault("invalid", "ERR_CAMPAIGN_INCOMPLETE", {
      message:
        "Falta o necessário para enviar: conexão, lista de contatos ou tag, e ao menos uma mensagem",
      fields,
    });
}

/**
 * A channel with a window takes nothing but templates from a campaign, and the other channels take
 * none. rules.md#templates
 */
function templateErrorsOf(
  db: CompanyDb,
  { whatsappId, template, confirmation }: CampaignRow,
): Record<string, string> {
  const provider =
    whatsappId === null
      ? undefined
      : db
          .select({ provider: connections.provider })
          .from(connections)
          .where(eq(connections.id, whatsappId))
          .get()?.provider;
  if (provider === undefined) return {};
  const { templates, window } = capabilitiesOf(provider);
  if (!template) return window ? { template: "required" } : {};
  if (!templates) return { template: "invalid" };
  if (confirmation) return { confirmation: "invalid" };
  const row = templateOfUse(db, whatsappId!, template);
  if (!row || row.state !== "APPROVED" || !row.isPlain) return { template: "invalid" };
  return Object.fromEntries(
    Object.entries(valueErrorsOf(row, template)).map(([field, code]) => [
      `template.${field}`,
      code,
    ]),
  );
}

/** Throws missing, and a conflict when the campaign can't be changed now. Returns it. */
export function refuseUneditable(db: CompanyDb, id: number): CampaignRow {
  const campaign = findRow(db, id);
  if (!isEditable(db, campaign))
    throw new Fault("conflict", "ERR_CAMPAIGN_NOT_EDITABLE", {
      message: "Só é permitido alterar campanha Inativa e Programada",
    });
  return campaign;
}

export function refuseRunning(db: CompanyDb, id: number): CampaignRow {
  const campaign = findRow(db, id);
  if (campaign.status === "EM_ANDAMENTO")
    throw new Fault("conflict", "ERR_CAMPAIGN_RUNNING", {
      message: "Não é permitido excluir campanha em andamento",
    });
  return campaign;
}

// A draft may be incomplete, a scheduled campaign may not. A window without length never opens.
export function refuseIncomplete(db: CompanyDb, campaign: CampaignRow) {
  if (campaign.sendWindow === "own" && campaign.windowStart === campaign.windowEnd)
    throw invalidFields({ windowEnd: "invalid" });
  if (campaign.status === "PROGRAMADA") refuseUnready(db, campaign);
}
