import { Check, Pipette } from "lucide-react";
import { colors, presets } from "../../src/shared/colors.ts";
import { textColorOn } from "./contrast.ts";
import { useTranslation } from "./text.ts";

type Props = {
  id?: string;
  name?: string;
  value: string;
  onChange: (color: string) => void;
  onBlur?: () => void;
  "aria-describedby"?: string;
  "data-autofocus"?: boolean;
};

/** Offers a palette of good colours, and a picker for any other. */
export function ColorInput({ id, name, value, onChange, onBlur, ...aria }: Props) {
  const { t } = useTranslation();
  const own = !presets.includes(value.toLowerCase());
  return (
    <div
      role="group"
      aria-describedby={aria["aria-describedby"]}
      className="grid grid-cols-7 gap-2"
    >
      {Object.entries(colors).map(([color, name]) => (
        <button
          key={color}
          type="button"
          aria-label={t(`common.colors.${name}`)}
          aria-pressed={color === value.toLowerCase()}
          style={{ background: color, color: textColorOn(color) }}
          className="grid h-8 cursor-pointer place-items-center rounded-lg"
          onClick={() => onChange(color)}
        >
          {color === value.toLowerCase() && <Check size={18} aria-hidden />}
        </button>
      ))}
      <label
        style={own && value ? { background: value, color: textColorOn(value) } : undefined}
        className={`relative grid h-8 place-items-center overflow-hidden rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${own && value ? "" : "border-line border"}`}
        title={t("common.ownColor")}
      >
        <Pipette size={16} aria-hidden />
        <input
          {...aria}
          id={id}
          name={name}
          type="color"
          aria-label={t("common.ownColor")}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : "#000000"}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </label>
    </div>
  );
}
