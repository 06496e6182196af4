import { couponTypes } from "../../../src/shared/coupons.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { switched, switchedValues, withoutSwitches } from "../../forms/switched.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { api, ApiError } from "../../kit/api.ts";
import { localDay, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";

/** Creates a coupon. */
export function CouponDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation();
  const items = couponTypes.map((type) => ({ value: type, label: t(`coupons.types.${type}`) }));
  const save = async (values: FormValues) => {
    try {
      const body = toRequestBody(fieldsOf(values, items), values);
      await api.post("/coupons", withoutSwitches(body, values, ["maxUsage"]));
    } catch (error) {
      throw error instanceof ApiError && Object.keys(error.fields).length > 0
        ? error
        : t("coupons.failed");
    }
    toast.success(t("common.saved"));
  };
  return (
    <RowDialog
      title={title}
      listing={{ fields: (values) => fieldsOf(values, items) }}
      values={{
        code: "",
        type: "",
        value: "",
        valueMin: "",
        startDate: localDay(),
        expirationDate: "",
        ...switchedValues({}, { maxUsage: 100 }),
      }}
      onFieldChange={{ code: (code, put) => put({ code: String(code).toUpperCase() }) }}
      onSave={save}
      onClose={onClose}
    />
  );
}

function fieldsOf(values: FormValues, items: Field["items"]): Field[] {
  const { type } = values;
  const value: Field = {
    name: "value",
    label: "coupons.value",
    type: type === "PERCENTAGE_DISCOUNT" ? "percent" : "money",
    required: true,
    min: 0.01,
    messages: { required: "coupons.valueInvalid", invalid: "coupons.valueInvalid" },
  };
  return [
    {
      name: "code",
      label: "coupons.code",
      hint: "coupons.codeHint",
      required: true,
      min: 3,
      max: 30,
      pattern: /^[A-Z0-9]+$/,
      messages: { too_short: "coupons.codeShort", invalid: "coupons.codeInvalid" },
    },
    {
      name: "type",
      label: "coupons.type",
      type: "select",
      required: true,
      emptyLabel: "common.choose",
      items,
    },
    ...(type === "FREE_SHIPPING" ? [] : [value]),
    {
      name: "valueMin",
      label: "coupons.valueMin",
      hint: "coupons.valueMinHint",
      type: "money",
      min: 0.01,
      messages: { invalid: "coupons.valueInvalid" },
    },
    {
      name: "startDate",
      label: "coupons.start",
      type: "date",
      required: true,
      notBefore: () => localDay(),
      messages: { early: "coupons.startEarly" },
    },
    {
      name: "expirationDate",
      label: "coupons.end",
      type: "date",
      required: true,
      notBefore: ({ startDate }) => startDate,
      messages: { early: "coupons.endEarly" },
    },
    ...switched(values, "coupons.limitUsage", {
      name: "maxUsage",
      label: "coupons.maxUsage",
      type: "number",
      required: true,
      min: 1,
      max: 9_999_999,
    }),
  ];
}
