import { Fault, invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { findRow, isEditable } from "./find.ts";
import type { CampaignRow } from "./table.ts";
import { variantsOf } from "./variants.ts";

/** Throws invalid at the fields that a campaign needs before it can be sent. */
export function refuseUnready(campaign: CampaignRow) {
  const fields = {
    ...(campaign.whatsappId === null && { whatsappId: "required" }),
    ...(campaign.contactListId === null &&
      campaign.tagListId === null && { contactListId: "required" }),
    ...(variantsOf(campaign, "message").length === 0 && { message1: "required" }),
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
export function refuseIncomplete(campaign: CampaignRow) {
  if (campaign.sendWindow === "own" && campaign.windowStart === campaign.windowEnd)
    throw invalidFields({ windowEnd: "invalid" });
  if (campaign.status === "PROGRAMADA") refuseUnready(campaign);
}
