import { type ReactNode, useState } from "react";
import type { Rule, State } from "../../../src/attendance/state.ts";
import { defaultWeek } from "../../kit/week/week.ts";
import type { Story } from "../../parts/story.ts";
import { optionCounts, scheduleType } from "./queue-context.ts";
import { DataTab } from "./DataTab.tsx";
import { blankDraft, type Draft } from "./draft.ts";
import { HoursTab } from "./HoursTab.tsx";
import { OptionsTab } from "./options/OptionsTab.tsx";
import { newNode, type Node, nodeErrors } from "./options/tree.ts";
import { Preview } from "./options/Preview.tsx";
import { QueuesView } from "./Queues.tsx";
import { deskOf } from "./simulator/desk.ts";
import { Simulator } from "./simulator/Simulator.tsx";
import type { SimulatorAction, Reason, Turn } from "./simulator/use-simulator.ts";
import type { Queue, ScheduleType } from "./types.ts";

const at = "2026-11-20T17:05:00Z";
const queue = (id: number, name: string, color: string, change: Partial<Queue> = {}): Queue => ({
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
  createdAt: at,
  updatedAt: at,
  ...change,
});
const many = [
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
const cakes = node("1", "Bolos", "Que bolo você quer, {{firstName}}?", [
  node("1", "Fubá", "R$ 28, pronto em um dia."),
  node("2", "Cenoura com chocolate", "", [
    node("1", "Com cobertura", "R$ 35"),
    node("2", "Sem cobertura", "R$ 30"),
  ]),
]);
const tree = [
  cakes,
  node("2", "Cardápio", "Segue o cardápio de hoje.", [], {
    kept: { name: "cardapio.pdf", path: "#", type: "application/pdf", size: 230_000 },
  }),
  node("3", "Falar com uma pessoa"),
];
const broken = [cakes, node("1", "Pães"), node("0", ""), node("", "Sem número")];
const draft: Draft = {
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
const turn = (
  action: SimulatorAction,
  rules: Reason[],
  says: string[],
  change: Partial<State> = {},
  before: Partial<State> | null = {},
): Turn => ({
  key: (last += 1),
  action,
  before: before && { ...state, ...before },
  failed: null,
  step: {
    state: { ...state, ...change },
    rules,
    at,
    effects: says.map((text) => ({ do: "say", text })),
  },
});
const receive = (text: string): SimulatorAction => ({ type: "receive", text, kind: "chat" });
const talk = [
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
const rules: Rule[] = [
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
const unanswered: Turn = {
  key: -1,
  action: receive("oi"),
  before: null,
  step: null,
  failed: "Sem conexão com o servidor.",
};

/** The parts of the queues' pages in each of their states. */
export const queueStories: Story[] = [
  {
    name: "queues",
    show: () => (
      <Given type="queue">
        <QueuesView failed={false} rows={many} />
      </Given>
    ),
  },
  { name: "queues one", show: () => <QueuesView failed={false} rows={many.slice(0, 1)} /> },
  { name: "queues empty", show: () => <QueuesView failed={false} rows={[]} /> },
  { name: "queues loading", show: () => <QueuesView failed={false} rows={null} /> },
  { name: "queues refused", show: () => <QueuesView failed rows={null} /> },
  {
    name: "queue data",
    show: () => (
      <Given type="queue">
        <Data wrong={{}} />
      </Given>
    ),
  },
  {
    name: "queue data refused",
    show: () => (
      <Given type="queue">
        <Data wrong={{ name: "taken", color: "taken", greetingMessage: "too_long" }} />
      </Given>
    ),
  },
  {
    name: "queue hours",
    show: () => (
      <Given type="queue">
        <HoursTab week={defaultWeek} wrong={{ "1.endTime": "required" }} onChange={() => {}} />
      </Given>
    ),
  },
  { name: "queue options", show: () => <Options nodes={tree} chosen={cakes.key} /> },
  { name: "queue options root", show: () => <Options nodes={tree} chosen={null} /> },
  { name: "queue options wrong", show: () => <Options nodes={broken} chosen={broken[1]!.key} /> },
  { name: "queue options empty", show: () => <Options nodes={[]} chosen={null} /> },
  {
    name: "option preview",
    show: () => (
      <div className="flex max-w-md flex-col gap-4">
        <Preview
          text="*Negrito*, _itálico_ e {{name}}"
          label="O que o cliente lê"
          file="cardapio.pdf"
          ends
        />
        <Preview text="" label="O que o cliente lê" />
      </div>
    ),
  },
  {
    name: "simulator",
    show: () => (
      <div className="flex h-184 flex-wrap gap-6">
        <div className="w-96">
          <Simulator desk={deskOf(draft, 2)} turns={talk} />
        </div>
        <div className="w-80">
          <Simulator desk={deskOf(draft, 2)} turns={[]} noFrame />
        </div>
      </div>
    ),
  },
  {
    name: "simulator failed",
    show: () => (
      <div className="h-96 w-96">
        <Simulator desk={deskOf(draft, 2)} turns={[unanswered]} noFrame />
      </div>
    ),
  },
  {
    name: "simulator rules",
    show: () => (
      <div className="h-320 w-96">
        <Simulator
          desk={deskOf(draft, 2)}
          turns={rules.map((rule) =>
            turn(receive("oi"), [rule], [], { queueId: 2 }, { queueId: 2 }),
          )}
          noFrame
        />
      </div>
    ),
  },
];

function Given({ type, children }: { type: ScheduleType; children: ReactNode }) {
  useState(() => ((scheduleType.value = type), (optionCounts.value = { 1: 7 })));
  return children;
}

function Data({ wrong }: { wrong: Record<string, string> }) {
  const [shown, setShown] = useState(draft);
  return (
    <div className="max-w-2xl">
      <DataTab
        draft={shown}
        wrong={wrong}
        onChange={(change) => setShown({ ...shown, ...change })}
        onLeft={() => {}}
      />
    </div>
  );
}

function Options({ nodes: first, chosen: begins }: { nodes: Node[]; chosen: number | null }) {
  const [nodes, setNodes] = useState(first);
  const [chosen, setChosen] = useState(begins);
  return (
    <OptionsTab
      nodes={nodes}
      greeting={draft.greetingMessage}
      wrongs={nodeErrors(nodes)}
      chosen={chosen}
      onChoose={setChosen}
      onChange={setNodes}
    />
  );
}
