import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { Reminders } from "./Reminders.tsx";
import { Tasks } from "./Tasks.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The user's to-do list: tasks from this browser, and reminders of tickets. */
export function Todolist() {
  const { t } = useTranslation();
  return (
    <Page title={t("todo.title")} lead={t("todo.lead")}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Tasks />
        <Reminders />
      </div>
    </Page>
  );
}
