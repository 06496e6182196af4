import { amountOf } from "../../shared/money.ts";
import type { Bill } from "./provider.ts";

// The wording that customers of internet providers are used to. rules.md#provider-bills

export const askDocument =
  "Para a 2ª via da sua fatura, digite o *CPF ou CNPJ* do titular.\n\n*[ 0 ]* - Falar com um atendente";
export const notADocument =
  "Este CPF/CNPJ não é válido!\n\nPor favor, tente novamente!\nOu digite *0* para falar com um atendente.";
export const notFound =
  "Cadastro não localizado! *CPF/CNPJ* incorreto ou inválido. Tente novamente!\n\nOu digite *0* para falar com um atendente.";
export const notAnOption = "Opção inválida, por favor, escolha uma opção válida.";
export const toPeople = "Só um instante: um atendente vai falar com você.";
export const noBills =
  "*Opss!* Não consegui consultar as suas faturas agora. Um atendente vai falar com você.";
export const farewell = "Estamos finalizando esta conversa! Caso precise, é só chamar.";

export const nothingOpen = (name: string) =>
  `Localizei seu cadastro${named(name)}! Você não tem nenhuma fatura em aberto.`;
export const nothingToPayBy =
  "Esta fatura ainda não tem boleto nem Pix. Um atendente vai falar com você.";

/** The open bills, to choose one by its number. */
export const billList = (name: string, bills: Bill[], today: string) =>
  [
    `Localizei seu cadastro${named(name)}! Qual fatura você quer?`,
    "",
    ...bills.map((bill, index) => `*[ ${index + 1} ]* - ${amount(bill)}, ${dueOn(bill, today)}`),
    "*[ 0 ]* - Falar com um atendente",
  ].join("\n");

export const billText = (bill: Bill, today: string) =>
  `Segue a segunda via da sua fatura!\n\n*Valor:* ${amount(bill)}\n*Vencimento:* ${day(bill.due)}${isLate(bill, today) ? " (vencida)" : ""}`;
export const lineFollows = "Esta é a *linha digitável* do boleto:";
export const pixFollows = "Este é o *Pix copia e cola*:";
export const qrCodeCaption = "QR code do Pix";
export const linkText = (link: string) => `Boleto: ${link}`;

export const askUnlock =
  "Vi também que a sua conexão está bloqueada. Quer o *desbloqueio de confiança*?\n\n*[ 1 ]* - Sim, desbloquear\n*[ 2 ]* - Não";
export const unlocked =
  "Pronto, liberei! Retire o seu equipamento da tomada, aguarde 1 minuto e ligue novamente. Se o acesso não voltar, é só chamar.";
export const notUnlocked =
  "Não consegui fazer o desbloqueio de confiança. Um atendente vai falar com você.";

/** For the team, beside the ticket. */
export const sentNote = (bill: Bill, document: string) =>
  `O robô enviou a 2ª via da fatura de ${day(bill.due)}, ${amount(bill)} (${document}).`;
export const unlockNote = (done: boolean, document: string) =>
  done
    ? `O robô fez o desbloqueio de confiança (${document}).`
    : `O desbloqueio de confiança foi recusado (${document}).`;
export const lostNote = "O cliente não achou a fatura com o robô.";
export const nothingToPayByNote = (bill: Bill, document: string) =>
  `A fatura de ${day(bill.due)}, ${amount(bill)}, não tem boleto nem Pix (${document}).`;

/** Shows only a first name: the customer may have typed another person's document. */
const named = (name: string) => {
  const [first = ""] = name
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, "")
    .trim()
    .split(/\s+/);
  return first === "" ? "" : `, *${first.slice(0, 30)}*`;
};

const isLate = ({ due }: Bill, today: string) => due < today;
const dueOn = (bill: Bill, today: string) =>
  `${isLate(bill, today) ? "venceu" : "vence"} em ${day(bill.due)}`;
const day = (date: string) => date.split("-").toReversed().join("/");
const amount = ({ value }: Bill) =>
  `R$ ${amountOf(value)
    .replace(/\B(?=(\d{3})+\.)/g, " ")
    .replace(".", ",")
    .replaceAll(" ", ".")}`;
