import { Form } from "../../../forms/Form.tsx";
import type { Field, FormValues } from "../../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../../forms/form-values.ts";
import { changesIn, saveOnly } from "../../../forms/save-edit.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import type { Settings } from "./types.ts";

/** How companies are told: by mail, by a connection of the owner's company, and how early. */
export function NoticeForm({
  settings,
  onSaved,
}: {
  settings: Settings;
  onSaved: (settings: Settings) => void;
}) {
  const { t } = useTranslation();
  const fields: Field[] = [
    {
      name: "byMail",
      label: "notices.byMail",
      type: "switch",
      hint: settings.canMail ? "notices.byMailHint" : "notices.noMail",
    },
    {
      name: "whatsappId",
      label: "notices.whatsapp",
      type: "resource",
      hint: "notices.whatsappHint",
      emptyLabel: "notices.noWhatsapp",
      resource: { name: "connections", path: "/whatsapp", event: "whatsapp" },
    },
    {
      name: "days",
      label: "notices.days",
      type: "number",
      required: true,
      min: 1,
      max: 15,
    },
  ];
  const first = toFormValues(fields, settings);
  const save = async (values: FormValues) => {
    const changes = changesIn(toRequestBody(fields, first), toRequestBody(fields, values));
    onSaved(await saveOnly<Settings>("/billing-notices/settings", settings, changes));
    toast.success(t("common.updated"));
  };
  return (
    <section aria-label={t("platform.tabs.notices")} className="card-quiet px-4 py-4">
      <Form fields={fields} values={first} submit={t("common.save")} onSubmit={save} />
    </section>
  );
}
