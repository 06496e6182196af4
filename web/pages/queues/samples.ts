import type { Rule, State } from "../../../src/attendance/state.ts";
import { defaultWeek } from "../../kit/week/week.ts";
import { blankDraft, type Draft } from "./draft.ts";
import { newNode, type Node } from "./options/tree.ts";
import type { SimulatorAction, Reason, PlayedTurn } from "./simulator/use-simulator.ts";
import type { Queue } from "./types.ts";

const at = "2026-11-20T17:05:00Z";

export const queue = (
  id: number,
  name: string,
  color: string,
  change: Partial<Queue> = {},
): Queue => ({
  id,
  name,
  color,
  greetingMessage: "",
  outOfHoursMessage: "",
  complationMessage: "",
  ratingMessage: "",
  schedules: defaultWeek,
  integrationId: null,
  promptId: null,
  orderQueue: id,
  share: "off",
  shareLimit: 5,
  takeBackMinutes: null,
  createdAt: at,
  updatedAt: at,
  ...change,
});

export const many = [
  queue(1, "Atendimento", "#0f766e", {
    schedules: defaultWeek.map((day) => ({ ...day, startTime: "", endTime: "" })),
  }),
  queue(2, "Encomendas", "#b45309", {
    schedules: defaultWeek.map((day) => ({ ...day, startTime: "00:00", endTime: "00:00" })),
  }),
  queue(3, "Reclamações e elogios de quem compra por telefone e recebe em casa", "#9f1239", {
    promptId: 1,
  }),
  queue(4, "Fornecedores", "#57534e", { integrationId: 1 }),
];

const node = (
  option: string,
  title: string,
  message = "",
  children: Node[] = [],
  change: Partial<Node> = {},
) => newNode({ option, title, message, children, ...change });

export const cakes = node("1", "Bolos", "Que bolo você quer, {{firstName}}?", [
  node("1", "Fubá", "R$ 28, pronto em um dia."),
  node("2", "Cenoura com chocolate", "", [
    node("1", "Com cobertura", "R$ 35"),
    node("2", "Sem cobertura", "R$ 30"),
  ]),
]);

export const tree = [
  cakes,
  node("2", "Cardápio", "Segue o cardápio de hoje.", [], {
    stored: { name: "cardapio.pdf", path: "#", type: "application/pdf", size: 230_000 },
  }),
  node("3", "Falar com uma pessoa"),
];

export const broken = [cakes, node("1", "Pães"), node("0", ""), node("", "Sem número")];

export const draft: Draft = {
  ...blankDraft([]),
  name: "Encomendas",
  color: "#b45309",
  greetingMessage: "{{greeting}}! Aqui é das *encomendas*.",
  outOfHoursMessage: "Voltamos às 8 h.",
  options: tree,
};

const state: State = {
  status: "pending",
  isGroup: false,
  disableBot: false,
  queueId: null,
  userId: null,
  chatbot: false,
  queueOptionId: null,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  memory: {
    asked: 0,
    askedAt: 0,
    misses: 0,
    toldClosed: {},
    greeted: false,
    over: false,
    byDefault: false,
  },
};

let last = 0;

export const turn = (
  action: SimulatorAction,
  rules: Reason[],
  replies: string[],
  change: Partial<State> = {},
  before: Partial<State> | null = {},
): PlayedTurn => ({
  key: (last += 1),
  action,
  before: before && { ...state, ...before },
  failed: null,
  step: {
    state: { ...state, ...change },
    rules,
    at,
    effects: replies.map((text) => ({ do: "say", text })),
  },
});

export const receive = (text: string): SimulatorAction => ({ type: "receive", text, kind: "chat" });

export const talk = [
  turn(
    receive("oi"),
    ["menuShown"],
    ["Olá! Com quem você quer falar?\n\n*[ 1 ]* - Atendimento\n*[ 2 ]* - Encomendas"],
    {},
    null,
  ),
  turn(
    receive("2"),
    ["queueChosen", "treeLevel"],
    [
      "Bom dia! Aqui é das *encomendas*.\n\n*[ 1 ]* - Bolos\n*[ 2 ]* - Cardápio\n*[ # ]* - Menu inicial",
    ],
    { queueId: 2, chatbot: true },
  ),
  turn(
    { type: "accept" },
    ["human"],
    [],
    { queueId: 2, status: "open", userId: 1 },
    { queueId: 2, chatbot: true },
  ),
  turn(
    { type: "close", silent: false },
    ["ratingAsked"],
    ["Digite de 1 à 3 para qualificar nosso atendimento:"],
    { queueId: 2, status: "closed", userId: 1 },
    { queueId: 2, status: "open", userId: 1 },
  ),
];

export const rules: Rule[] = [
  "group",
  "attended",
  "botOff",
  "human",
  "closedTold",
  "closedKnown",
  "queueClosedTold",
  "queueClosedKnown",
  "toMenu",
  "greeted",
  "menuShown",
  "menuAgain",
  "menuWaits",
  "menuGivenUp",
  "queueChosen",
  "choiceNoted",
  "unchosen",
  "defaultQueue",
  "onlyQueue",
  "treeLevel",
  "treeBack",
  "treeAgain",
  "treeLeaf",
  "treeGivenUp",
  "integration",
  "prompt",
  "waits",
  "farewell",
  "ratingAsked",
  "silent",
];

export const unanswered: PlayedTurn = {
  key: -1,
  action: receive("oi"),
  before: null,
  step: null,
  failed: "Sem conexão com o servidor.",
};
