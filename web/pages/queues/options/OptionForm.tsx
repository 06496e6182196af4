import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ListPlus, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { maxOptionDepth } from "../../../../src/shared/limits.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { FileAttachment } from "../../../parts/FileAttachment.tsx";
import { TextVariables } from "../../../parts/TextVariables.tsx";
import type { Moves } from "./OptionTree.tsx";
import { Preview } from "./Preview.tsx";
import { nodePreview } from "./preview.ts";
import { heightOf, maxLengths, type Node, type TreeRow, type NodeErrors } from "./tree.ts";

type Props = {
  place: TreeRow;
  wrong?: NodeErrors;
  onChange: (change: Partial<Node>) => void;
  /** The user left the number's field. */
  onNumbered: () => void;
  onAddInside: () => void;
  onRemove: () => void;
  onBack?: () => void;
  moves: Moves;
};

/** The form of the chosen node, with a preview for the customer. */
export function OptionForm({
  place: { node, parent, siblings, index, level, way },
  wrong = {},
  onChange,
  onNumbered,
  onAddInside,
  onRemove,
  onBack,
  moves,
}: Props) {
  const { t } = useTranslation();
  const message = useRef<HTMLTextAreaElement>(null);
  const { option, title, message: text, file, stored, children } = node;
  const current = file === undefined ? stored : file;
  const steps = [
    { label: "queues.options.up", icon: ArrowUp, act: moves.up, off: index === 0 },
    {
      label: "queues.options.down",
      icon: ArrowDown,
      act: moves.down,
      off: index === siblings.length - 1,
    },
    { label: "queues.options.outside", icon: ArrowLeft, act: moves.outside, off: parent === null },
    {
      label: "queues.options.inside",
      icon: ArrowRight,
      act: moves.inside,
      off: index === 0 || level + heightOf(node) > maxOptionDepth,
    },
  ];

  return (
    <section
      aria-label={t("queues.options.inHand", { way: way.join(" › ") })}
      className="flex min-w-0 flex-col gap-4"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {onBack && (
          <button type="button" className="btn btn-ghost btn-sm -ml-2" onClick={onBack}>
            <ArrowLeft size={16} aria-hidden />
            {t("queues.options.all")}
          </button>
        )}
        <p className="text-muted tabular min-w-0 flex-1 truncate font-medium">{way.join(" › ")}</p>
        <Toolbar steps={steps} onRemove={onRemove} />
      </div>

      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3">
        <Line
          name="option"
          label={t("queues.options.option")}
          value={option}
          error={wrong.option}
          max={maxLengths.option}
          onChange={(typed) => onChange({ option: typed })}
          onBlur={onNumbered}
          className="tabular"
        />
        <Line
          name="title"
          label={t("queues.options.title")}
          value={title}
          error={wrong.title ?? wrong.parentId}
          max={maxLengths.title}
          onChange={(typed) => onChange({ title: typed })}
        />
      </div>
      <Message
        field={message}
        value={text}
        error={wrong.message}
        onChange={(typed) => onChange({ message: typed })}
        hint={t(children.length > 0 ? "queues.options.messageHint" : "queues.options.leafHint")}
      />
      <FileAttachment
        stored={stored}
        file={file}
        onChange={(chosen) => onChange({ file: chosen === null && !stored ? undefined : chosen })}
      />
      <Preview
        text={nodePreview(node)}
        file={current?.name}
        label={t("queues.options.preview")}
        ends={children.length === 0}
      />
      {level < maxOptionDepth ? (
        <button type="button" className="btn btn-sm w-fit" onClick={onAddInside}>
          <ListPlus size={16} aria-hidden />
          {t("queues.options.addInside")}
        </button>
      ) : (
        <p className="text-muted text-small">{t("queues.options.wrong.too_deep")}</p>
      )}
    </section>
  );
}

type LineProps = {
  name: string;
  label: string;
  value: string;
  error?: string;
  max: number;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  className?: string;
};

function Line({ name, label, value, error, max, onChange, onBlur, className = "" }: LineProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        value={value}
        autoComplete="off"
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`input ${className} ${error ? "input-error" : ""}`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(`queues.options.wrong.${error}`, { n: max })}
        </p>
      )}
    </div>
  );
}

type MessageProps = {
  field: React.RefObject<HTMLTextAreaElement | null>;
  value: string;
  error?: string;
  hint: string;
  onChange: (typed: string) => void;
};

function Message({ field, value, error, hint, onChange }: MessageProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t("queues.options.message")}
        <span className="text-muted text-small font-normal"> ({t("common.optional")})</span>
      </label>
      <textarea
        ref={field}
        id={id}
        name="message"
        rows={4}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        className={`textarea ${error ? "textarea-error" : ""}`}
        onChange={({ target }) => onChange(target.value)}
      />
      <TextVariables text={value} field={() => field.current} />
      <p id={`${id}-hint`} className={`text-small mt-1 ${error ? "text-error" : "text-muted"}`}>
        {error ? t(`queues.options.wrong.${error}`, { n: maxLengths.message }) : hint}
      </p>
    </div>
  );
}

function Toolbar({
  steps,
  onRemove,
}: {
  steps: { label: string; icon: typeof ArrowUp; act: () => void; off: boolean }[];
  onRemove: () => void;
}) {
  const { t } = useTranslation();

  return (
    <div role="toolbar" aria-label={t("queues.options.move")} className="flex">
      {steps.map(({ label, icon, act, off }) => (
        <IconButton
          key={label}
          label={t(label)}
          icon={icon}
          aria-disabled={off}
          className={`text-muted ${off ? "opacity-40" : ""}`}
          onClick={() => !off && act()}
        />
      ))}
      <IconButton
        label={t("queues.options.remove")}
        icon={Trash2}
        className="text-muted hover:text-error focus-visible:text-error"
        onClick={onRemove}
      />
    </div>
  );
}
