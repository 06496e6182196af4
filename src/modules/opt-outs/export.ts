import type { CompanyDb } from "../../kit/db/company-db.ts";
import { momentCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import type { Language } from "../../shared/languages.ts";
import { activeRows } from "./opt-outs.ts";
import type { OptOut } from "./table.ts";

type Texts = {
  sheet: string;
  file: string;
  head: string[];
  sources: Record<OptOut["source"], string>;
};

const texts: Record<Language, Texts> = {
  ptBR: {
    sheet: "Não querem receber",
    file: "nao-querem-receber",
    head: ["Nome", "Número", "Motivo", "Origem", "Desde"],
    sources: {
      answer: "Respondeu a uma campanha",
      hand: "Adicionado à mão",
      import: "De uma planilha",
      return: "Pediu para voltar",
      api: "De um programa",
      channel: "Pelo WhatsApp",
    },
  },
  en: {
    sheet: "Opt-outs",
    file: "opt-outs",
    head: ["Name", "Number", "Reason", "Came from", "Since"],
    sources: {
      answer: "Answered a campaign",
      hand: "Added by hand",
      import: "From a spreadsheet",
      return: "Asked to come back",
      api: "From a program",
      channel: "In WhatsApp",
    },
  },
  es: {
    sheet: "No quieren recibir",
    file: "no-quieren-recibir",
    head: ["Nombre", "Número", "Motivo", "Origen", "Desde"],
    sources: {
      answer: "Respondió a una campaña",
      hand: "Agregado a mano",
      import: "De una planilla",
      return: "Pidió volver",
      api: "De un programa",
      channel: "En WhatsApp",
    },
  },
};

/** Exports the active opt-outs as the bytes of an xlsx, one line for each number. */
export function exportOptOuts(
  db: CompanyDb,
  language: Language,
): { name: string; body: AsyncGenerator<Uint8Array> } {
  const { sheet, file, head, sources } = texts[language];
  return {
    name: `${file}.xlsx`,
    body: sheetFile({
      name: sheet,
      head,
      widths: [32, 18, 40, 26, 20],
      rows: rowsOf(db, sources),
    }),
  };
}

async function* rowsOf(db: CompanyDb, sources: Texts["sources"]): AsyncGenerator<SheetCell[][]> {
  const { timezone } = db.about();
  for await (const rows of activeRows(db))
    yield rows.map(({ name, number, reason, source, at }) => [
      name,
      number ?? "",
      reason,
      sources[source],
      momentCell(at, timezone),
    ]);
}
