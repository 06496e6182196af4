import type { MacroStep } from "../../../src/shared/macros.ts";
import { draftsOf } from "../../parts/macros/drafts.ts";
import { listStories } from "../../parts/ListStories.tsx";
import { StepsEditor } from "../../parts/macros/StepsEditor.tsx";
import type { Story } from "../../parts/story.ts";
import { macroListing } from "./Macros.tsx";

const macro = (id: number, name: string, shared: boolean, steps: MacroStep[]) => ({
  id,
  name,
  shared,
  steps,
  userId: 1,
  user: { id: 1, name: "Ana" },
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
});

const steps: MacroStep[] = [
  { kind: "text", text: "Oi {{name}}, seu pedido saiu para entrega." },
  { kind: "note", note: "Entregador: Caio" },
  { kind: "reminder", minutes: 60, text: "Conferir a entrega" },
  { kind: "snooze", minutes: null },
];

const manyMacros = [
  macro(1, "Saiu para entrega", true, steps),
  macro(2, "Fechar sem despedida", false, [{ kind: "resolve", silent: true }]),
];

export const macroStories: Story[] = [
  ...listStories("macros", macroListing, manyMacros),
  {
    name: "macros steps",
    show: () => (
      <div className="max-w-lg">
        <StepsEditor
          steps={draftsOf([...steps, { kind: "resolve", silent: false }])}
          errors={{ "steps.0.text": "required" }}
          onChange={() => {}}
        />
      </div>
    ),
  },
];
