import type { Story } from "../story.ts";
import { EndedImport, RunningImport } from "./Progress.tsx";
import { FileStep } from "./FileStep.tsx";
import { Questions } from "./Questions.tsx";
import { StepsOfImport } from "./ImportSteps.tsx";
import type { ImportState } from "./state.ts";

const course = (change: Partial<ImportState>): ImportState => ({
  id: 1,
  userId: 1,
  name: "clientes da feira de sábado.xlsx",
  state: "running",
  width: 5,
  total: 50_000,
  done: 12_340,
  created: 11_900,
  updated: 420,
  refused: 20,
  duplicated: 0,
  sheet: 0,
  sheets: [],
  kind: "contacts",
  targetId: null,
  ...change,
});

/** The parts of an import that need no server, in each of their states. */
export const importStories: Story[] = [
  { name: "import steps", show: () => <StepsOfImport at="check" /> },
  { name: "import file", show: () => <FileStep /> },
  {
    name: "import questions",
    show: () => (
      <Questions
        checked={{
          total: 120,
          created: 60,
          updated: 0,
          duplicated: 0,
          refused: 60,
          reasons: { noCost: 60 },
          examples: [],
          refusedLines: [],
          repeated: { count: 0, examples: [] },
          withoutEmail: { count: 0, examples: [] },
          renamed: { count: 0, examples: [] },
          decimals: [{ column: 2, mark: ",", example: "1.000" }],
        }}
      />
    ),
  },
  { name: "import running", show: () => <RunningImport running={course({})} /> },
  {
    name: "import set aside",
    show: () => <RunningImport running={course({ isSetAside: true })} />,
  },
  {
    name: "import done",
    show: () => (
      <EndedImport ended={course({ state: "done", done: 50_000, created: 49_580, refused: 0 })} />
    ),
  },
  {
    name: "import done with errors",
    show: () => <EndedImport ended={course({ state: "done", done: 50_000, created: 49_560 })} />,
  },
  { name: "import stopped", show: () => <EndedImport ended={course({ state: "cancelled" })} /> },
];
