import { type ReactNode, useState } from "react";
import { defaultWeek } from "../../kit/week/week.ts";
import { listStories } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { optionCounts, scheduleType } from "./queue-context.ts";
import { DataTab } from "./DataTab.tsx";
import { goalListing } from "./goals/GoalsPage.tsx";
import { HoursTab } from "./HoursTab.tsx";
import { OptionsTab } from "./options/OptionsTab.tsx";
import { type Node, nodeErrors } from "./options/tree.ts";
import { Preview } from "./options/Preview.tsx";
import { QueuesView } from "./Queues.tsx";
import { deskOf } from "./simulator/desk.ts";
import { Simulator } from "./simulator/Simulator.tsx";
import type { ScheduleType } from "./types.ts";
import {
  many,
  cakes,
  tree,
  broken,
  draft,
  turn,
  receive,
  talk,
  rules,
  unanswered,
} from "./samples.ts";

const goals = (
  id: number,
  queueName: string | null,
  firstAnswerMinutes: number | null,
  resolutionMinutes: number | null,
) => ({
  id,
  queueId: queueName === null ? null : id,
  queueName,
  firstAnswerMinutes,
  resolutionMinutes,
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
});

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
  ...listStories("queue goals", goalListing, [
    goals(1, "Atendimento", 10, 240),
    goals(2, null, null, 2880),
  ]),
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
  const [current, setCurrent] = useState(draft);
  return (
    <div className="max-w-2xl">
      <DataTab
        draft={current}
        wrong={wrong}
        onChange={(change) => setCurrent({ ...current, ...change })}
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
