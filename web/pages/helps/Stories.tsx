import { type Help, HelpVideo } from "../../parts/helps/HelpPlayer.tsx";
import { listStates } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { HelpsView } from "./Helps.tsx";

const help = (id: number, title: string, description = ""): Help => ({
  id,
  title,
  description,
  video: "aaaaaaaaaaa",
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
});

const helps = [
  help(1, "Primeiros passos", "Conectar o WhatsApp, criar filas e atender a primeira pessoa."),
  help(
    2,
    "Um título bem comprido que não cabe numa linha só, comonessapalavraquenaoacabanuncamais",
    "Texto ".repeat(80),
  ),
  help(3, "Campanhas"),
];

/** The list of help videos in each state, and a video before it plays. */
export const helpStories: Story[] = [
  ...Object.entries(listStates(helps)).map(([state, list]): Story => ({
    name: `helps ${state}`,
    show: () => <HelpsView list={list} />,
  })),
  {
    name: "help video",
    show: () => (
      <div className="max-w-xl">
        <HelpVideo help={helps[0]!} />
      </div>
    ),
  },
];
