import type { CompanyDb } from "../../kit/db/company-db.ts";
import { momentCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import type { Language } from "../../shared/languages.ts";
import type { ShippingState } from "../../shared/campaigns.ts";
import { find } from "./find.ts";
import { allShipping } from "./shipping.ts";

type Texts = {
  sheet: string;
  file: string;
  head: string[];
  yes: string;
  states: Record<ShippingState, string>;
};

const texts: Record<Language, Texts> = {
  ptBR: {
    sheet: "Campanha",
    file: "campanha",
    yes: "Sim",
    head: [
      "Nome",
      "Número",
      "Situação",
      "Motivo",
      "Variação",
      "Mensagem",
      "Enviada",
      "Entregue",
      "Lida",
      "Confirmou",
      "Respondeu",
      "Resposta",
    ],
    states: {
      waiting: "Aguardando",
      asked: "Confirmação pedida",
      sent: "Enviada",
      delivered: "Entregue",
      read: "Lida",
      failed: "Falhou",
      skipped: "Não enviada",
      optedOut: "Não quer receber",
    },
  },
  en: {
    sheet: "Campaign",
    file: "campaign",
    yes: "Yes",
    head: [
      "Name",
      "Number",
      "State",
      "Reason",
      "Variant",
      "Message",
      "Sent",
      "Delivered",
      "Read",
      "Confirmed",
      "Answered",
      "Answer",
    ],
    states: {
      waiting: "Waiting",
      asked: "Confirmation asked",
      sent: "Sent",
      delivered: "Delivered",
      read: "Read",
      failed: "Failed",
      skipped: "Not sent",
      optedOut: "Opted out",
    },
  },
  es: {
    sheet: "Campaña",
    file: "campana",
    yes: "Sí",
    head: [
      "Nombre",
      "Número",
      "Estado",
      "Motivo",
      "Variante",
      "Mensaje",
      "Enviada",
      "Entregada",
      "Leída",
      "Confirmó",
      "Respondió",
      "Respuesta",
    ],
    states: {
      waiting: "En espera",
      asked: "Confirmación pedida",
      sent: "Enviada",
      delivered: "Entregada",
      read: "Leída",
      failed: "Falló",
      skipped: "No enviada",
      optedOut: "No quiere recibir",
    },
  },
};

/** A campaign's report as the bytes of an xlsx, one line for each number. Throws missing. */
export function exportReport(
  db: CompanyDb,
  id: number,
  language: Language,
): { name: string; body: AsyncGenerator<Uint8Array> } {
  const { sheet, file, head } = texts[language];
  find(db, id);
  return {
    name: `${file}-${id}.xlsx`,
    body: sheetFile({
      name: sheet,
      head,
      widths: [28, 18, 18, 24, 9, 40, 18, 18, 18, 11, 18, 30],
      rows: rowsOf(db, id, texts[language]),
    }),
  };
}

async function* rowsOf(
  db: CompanyDb,
  id: number,
  { states, yes }: Texts,
): AsyncGenerator<SheetCell[][]> {
  const { timezone } = db.about();
  const time = (at: Date | null) => momentCell(at, timezone);
  for await (const rows of allShipping(db, id)) {
    yield rows.map((row) => [
      row.name,
      row.number,
      states[row.state],
      row.reason ?? "",
      row.variant ?? "",
      row.message ?? "",
      time(row.sentAt),
      time(row.deliveredAt),
      time(row.readAt),
      row.confirmation ? yes : "",
      time(row.answeredAt),
      row.answer ?? "",
    ]);
  }
}
