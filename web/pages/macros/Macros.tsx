import { useSignals } from "@preact/signals-react/runtime";
import { Wand, TriangleAlert, User, Users } from "lucide-react";
import { useChoices } from "../../forms/choices.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { queues, tags } from "../../lists/company-lists.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import type { Macro } from "../../parts/macros/macros.ts";
import { isBroken, stepWords } from "../../parts/macros/step-words.ts";
import { can } from "../../session/can.ts";
import { MacroDialog } from "./MacroDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

export const macroListing: Listing<Macro> = {
  name: "macros",
  options: { envelope: "records", event: "macro", order: "name" },
  icon: Wand,
  write: "macros.write",
  canEdit: ({ shared }) => can(shared ? "macros.share" : "macros.write"),
  columns: [
    { label: "macros.name", cell: ({ name }) => name, className: "w-56" },
    { label: "macros.steps", cell: (row) => <Steps {...row} />, hideLabel: true },
    { label: "macros.who", cell: (row) => <Who {...row} />, className: "w-40", hideLabel: true },
  ],
  fields: [
    { name: "name", label: "macros.name", required: true, min: 2, max: 50 },
    {
      name: "shared",
      label: "macros.shared",
      hint: "macros.sharedHint",
      type: "switch",
    },
  ],
  emptyValues: { name: "", shared: false },
  dialog: MacroDialog,
};

export function Macros() {
  useChoices(tags);
  useChoices(queues);
  return <ListPage listing={macroListing} />;
}

function Steps({ steps }: Macro) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <span className="line-clamp-2 break-words">
        {steps.map((step) => stepWords(step)).join(" · ")}
      </span>
      {steps.some(isBroken) && (
        <span className="text-waiting text-small mt-0.5 flex items-center gap-1">
          <TriangleAlert size={14} aria-hidden className="shrink-0" />
          {t("macros.broken")}
        </span>
      )}
    </>
  );
}

function Who({ shared }: Macro) {
  const { t } = useTranslation();
  const Icon = shared ? Users : User;
  return (
    <span className="text-muted flex items-center gap-1.5">
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="truncate">{t(shared ? "macros.everyone" : "macros.mine")}</span>
    </span>
  );
}
