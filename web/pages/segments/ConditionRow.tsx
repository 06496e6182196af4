import { Trash2 } from "lucide-react";
import { useSignals } from "@preact/signals-react/runtime";
import { fieldTests, orderKinds } from "../../../src/shared/segments.ts";
import { type Choices, choicesOf, type Resource, useChoices } from "../../forms/choices.ts";
import { ResourceSelect } from "../../forms/ResourceSelect.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { tagResource } from "../../parts/campaigns/resources.ts";
import { can } from "../../session/can.ts";
import { type Condition, conditionKinds, startValues, type Values } from "./conditions.ts";

type Props = {
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove?: () => void;
};

const products: Resource = { name: "products", event: "product" };
const categories: Resource = { name: "categories", event: "category" };
type ContactField = { id: number; key: string; label: string; type: string; name: string };
const fields = choicesOf({
  name: "contact-fields",
  event: "contactField",
}) as unknown as Choices<ContactField>;

/** One condition of a segment: whether it must hold, its kind, and its values. */
export function ConditionRow({ condition, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const { is, isNot } = condition;
  const isOffered = (kind: Condition["is"]) =>
    kind === is || can("orders.read") || !orderKinds.includes(kind);
  return (
    <li className="card-quiet flex flex-wrap items-center gap-2 p-3">
      <select
        aria-label={t("segments.not")}
        className="select w-auto"
        value={String(isNot)}
        onChange={({ target }) => onChange({ ...condition, isNot: target.value === "true" })}
      >
        <option value="false">{t("segments.is")}</option>
        <option value="true">{t("segments.isNot")}</option>
      </select>
      <select
        aria-label={t("segments.kind")}
        className="select w-auto max-w-full"
        value={is}
        onChange={({ target }) => {
          const kind = target.value as Condition["is"];
          onChange({ ...condition, is: kind, values: startValues[kind] ?? {} });
        }}
      >
        {conditionKinds.filter(isOffered).map((kind) => (
          <option key={kind} value={kind}>
            {t(`segments.kinds.${kind}`)}
          </option>
        ))}
      </select>
      <ValueInputs
        is={is}
        values={condition.values}
        onChange={(values) =>
          onChange({ ...condition, values: { ...condition.values, ...values } })
        }
      />
      {onRemove && (
        <span className="ml-auto">
          <IconButton
            label={t("segments.remove")}
            icon={Trash2}
            className="text-muted"
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  );
}

type Inputs = { is: Condition["is"]; values: Values; onChange: (values: Values) => void };

function ValueInputs({ is, values, onChange }: Inputs) {
  const { t } = useTranslation();
  const put = (name: keyof Values) => (value: string) => onChange({ [name]: value });
  switch (is) {
    case "bought":
    case "talked":
      return <Text label={t("segments.days")} value={values.days} onChange={put("days")} digits />;
    case "spent":
      return <Text label={t("segments.over")} value={values.over} onChange={put("over")} digits />;
    case "product":
    case "category": {
      const name = is === "product" ? "productId" : "categoryId";
      return (
        <ResourceSelect
          aria-label={t(`segments.kinds.${is}`)}
          className="select w-auto max-w-full"
          resource={is === "product" ? products : categories}
          value={values[name] ?? ""}
          onChange={put(name)}
        />
      );
    }
    case "tag":
      return (
        <ResourceSelect
          aria-label={t("segments.kinds.tag")}
          className="select w-auto max-w-full"
          resource={tagResource}
          value={values.tagId ?? ""}
          onChange={put("tagId")}
        />
      );
    case "rated":
      return (
        <select
          aria-label={t("segments.kinds.rated")}
          className="select w-auto"
          value={values.from ?? "1"}
          onChange={({ target }) => onChange({ from: target.value, to: target.value })}
        >
          {["1", "2", "3"].map((rate) => (
            <option key={rate} value={rate}>
              {t(`segments.rates.${rate}`)}
            </option>
          ))}
        </select>
      );
    case "district":
      return <Text label={t("segments.district")} value={values.name} onChange={put("name")} />;
    case "ad":
      return <Text label={t("segments.ad")} value={values.sourceId} onChange={put("sourceId")} />;
    case "birthday":
    case "field":
      return <FieldInputs is={is} values={values} onChange={onChange} />;
    case "neverBought":
      return null;
  }
}

function FieldInputs({ is, values, onChange }: Inputs) {
  useSignals();
  const { t, tag } = useTranslation();
  useChoices(fields);
  const rows = (fields.rows.value ?? []).filter(({ type }) => is === "field" || type === "date");
  return (
    <>
      <select
        aria-label={t("segments.field")}
        className="select w-auto max-w-full"
        value={values.key ?? ""}
        onChange={({ target }) => onChange({ key: target.value })}
      >
        <option value="">{t("common.choose")}</option>
        {rows.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      {is === "birthday" ? (
        <select
          aria-label={t("segments.month")}
          className="select w-auto"
          value={values.month ?? "0"}
          onChange={({ target }) => onChange({ month: target.value })}
        >
          <option value="0">{t("segments.thisMonth")}</option>
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {new Intl.DateTimeFormat(tag, { month: "long", timeZone: "UTC" }).format(
                Date.UTC(2026, index, 1),
              )}
            </option>
          ))}
        </select>
      ) : (
        <select
          aria-label={t("segments.test")}
          className="select w-auto"
          value={values.test ?? "filled"}
          onChange={({ target }) => onChange({ test: target.value })}
        >
          {fieldTests.map((test) => (
            <option key={test} value={test}>
              {t(`segments.tests.${test}`)}
            </option>
          ))}
        </select>
      )}
      {is === "field" && (values.test ?? "filled") !== "filled" && (
        <Value
          type={rows.find(({ key }) => key === values.key)?.type}
          value={values.value}
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  );
}

const Value = ({
  type,
  value = "",
  onChange,
}: {
  type: string | undefined;
  value?: string;
  onChange: (value: string) => void;
}) => {
  const { t } = useTranslation();
  return (
    <input
      type={type === "date" ? "date" : "text"}
      aria-label={t("segments.value")}
      className="input w-40"
      maxLength={200}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};

function Text({
  label,
  value = "",
  digits = false,
  onChange,
}: {
  label: string;
  value?: string;
  digits?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <label className="flex items-center gap-2">
      <input
        className={`input ${digits ? "w-24" : "w-40"}`}
        inputMode={digits ? "decimal" : undefined}
        maxLength={150}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="text-muted">{label}</span>
    </label>
  );
}
