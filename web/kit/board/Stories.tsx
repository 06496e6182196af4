import { type ReactNode, useState } from "react";
import { ApiError } from "../api.ts";
import { Board } from "./Board.tsx";
import type { Lane } from "./board.ts";

type Sample = { id: number; lane: number; name: string; text: string };

const lanes: Lane[] = [
  { id: 1, name: "Novo", color: "#b45309", note: "R$ 218,40" },
  { id: 2, name: "Em preparo", color: "#0f766e", note: "R$ 96,00" },
  { id: 3, name: "Saiu para entrega com o motoboy da padaria", color: "#35617f" },
  { id: 4, name: "Entregue", color: "#4d7c0f" },
  { id: 5, name: "Cancelado", color: "#b91c1c" },
];

const names = ["Bia Souza", "Davi", "Fábio de Albuquerque Cavalcanti Neto", "Elis", "Guto"];

const samples = (count: number): Sample[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    lane: [1, 2, 1, 3, 1][index % 5]!,
    name: names[index % 5]!,
    text:
      index % 3 === 0
        ? "6 × Pão de queijo, 1 × Bolo de fubá com goiabada, 2 × Café coado"
        : "2 × Pão francês",
  }));

const SampleContent = ({ card, tabIndex }: { card: Sample; tabIndex: number }) => (
  <div className="px-3 py-2.5 pr-9">
    <p className="truncate">
      <a
        href={`#${card.id}`}
        tabIndex={tabIndex}
        className="link link-primary tabular font-semibold"
      >
        {card.id}
      </a>{" "}
      {card.name}
    </p>
    <p className="text-muted text-small mt-1">{card.text}</p>
  </div>
);

type Look = {
  count: number;
  lanes?: Lane[];
  readOnly?: boolean;
  refuses?: boolean;
  loading?: boolean;
  ordered?: boolean;
};

function SampleBoard({ count, lanes: given = lanes, readOnly, refuses, loading, ordered }: Look) {
  const [cards, setCards] = useState(() => samples(count));
  const [own, setOwn] = useState(given);
  const reorder = async (ids: number[]) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    setOwn((old) => [
      ...old.filter(({ fixed }) => fixed),
      ...ids.map((id) => old.find((lane) => lane.id === id)!),
    ]);
  };
  const move = async (card: Sample, { id }: Lane) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    if (refuses) throw new ApiError(409, { error: "ERR_CONFLICT" });
    setCards((old) => old.map((one) => (one.id === card.id ? { ...one, lane: id } : one)));
  };
  return (
    <div className="h-96">
      <Board
        label="Quadro"
        lanes={own}
        cards={cards}
        laneOf={laneOf}
        nameOf={nameOf}
        content={SampleContent}
        cardHeight={64}
        onOpen={() => {}}
        onMove={readOnly ? undefined : move}
        onReorder={ordered ? reorder : undefined}
        empty="Nenhum cartão aqui"
        loading={loading}
      />
    </div>
  );
}

const laneOf = ({ lane }: Sample) => lane;
const nameOf = ({ id, name }: Sample) => `Pedido ${id} de ${name}`;

/** The board in each of its states, for the gallery. */
export const boardStories: { name: string; show: () => ReactNode }[] = [
  { name: "board", show: () => <SampleBoard count={9} /> },
  { name: "board of 2,000 cards", show: () => <SampleBoard count={2000} /> },
  {
    name: "board with an order",
    show: () => (
      <SampleBoard
        count={9}
        ordered
        lanes={lanes.map((lane, index) => ({
          ...lane,
          fixed: index === 0,
          note: undefined,
          ...(index === 0 && { count: 1248 }),
        }))}
      />
    ),
  },
  { name: "board that refuses", show: () => <SampleBoard count={3} refuses /> },
  { name: "board to look at", show: () => <SampleBoard count={6} readOnly /> },
  { name: "board empty", show: () => <SampleBoard count={0} lanes={lanes.slice(0, 3)} /> },
  { name: "board loading", show: () => <SampleBoard count={0} loading /> },
];
