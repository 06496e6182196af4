import { useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { changesIn, saveOnly } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Backups } from "./types.ts";

/** The time of the backups, and the other places they are sent to. */
export function Places({
  state,
  onChange,
}: {
  state: Backups;
  onChange: (state: Backups) => void;
}) {
  const { t } = useTranslation();
  // The page reads its state again after each backup; the form keeps its initial values.
  const [read, setRead] = useState(state);
  // Mount the form again after saving, so that a typed secret does not stay visible.
  const [saved, setSaved] = useState(0);
  const fields = fieldsOf(read.hasSecretAccessKey);
  const { time, folder, endpoint, region, bucket, prefix, accessKeyId } = read;
  const first: FormValues = {
    time,
    folder,
    endpoint,
    region,
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey: undefined,
  };
  const save = async (values: FormValues) => {
    const changes = changesIn(toRequestBody(fields, first), toRequestBody(fields, values));
    const after = await saveOnly<Backups>("/backups", read, changes);
    setRead(after);
    onChange(after);
    setSaved(saved + 1);
    toast.success(t("common.updated"));
  };
  return (
    <section className="card-quiet p-5" aria-label={t("backups.places")}>
      <h2 className="font-semibold">{t("backups.places")}</h2>
      <p className="text-muted mb-4">{t("backups.placesText")}</p>
      <Form key={saved} fields={fields} values={first} submit={t("common.save")} onSubmit={save} />
    </section>
  );
}

const fieldsOf = (hasSecret: boolean): Field[] => [
  { name: "time", label: "backups.time", type: "time", required: true },
  {
    name: "folder",
    label: "backups.folder",
    hint: "backups.folderHint",
    max: 500,
    messages: {
      invalid: "backups.folderInvalid",
      inside: "backups.folderInside",
      system: "backups.folderSystem",
    },
  },
  {
    name: "endpoint",
    label: "backups.endpoint",
    hint: "backups.endpointHint",
    max: 2000,
    messages: { invalid: "backups.endpointInvalid", refused: "backups.endpointRefused" },
  },
  { name: "region", label: "backups.region", max: 60 },
  { name: "bucket", label: "backups.bucket", max: 63 },
  { name: "prefix", label: "backups.prefix", max: 100 },
  { name: "accessKeyId", label: "backups.accessKeyId", max: 200, autoComplete: "off" },
  {
    name: "secretAccessKey",
    label: "backups.secretAccessKey",
    type: "secret",
    hasStored: hasSecret,
    max: 200,
  },
];
