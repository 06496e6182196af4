import { Search } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useState } from "react";
import type * as productsTable from "../../../src/modules/products/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { useCombobox } from "../../kit/use-combobox.ts";
import { pause, withCode } from "./offers.ts";
import texts from "./texts.json";
import { Thumbnail } from "./Thumbnail.tsx";

addTexts(texts);

export type PickedProduct = Wire<productsTable.Product>;

type Props = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** Whether the user may choose a product. */
  allows: (product: PickedProduct) => boolean;
  onChoose: (product: PickedProduct) => void;
};

/** Finds a product of any store by its name, code or EAN. Enter takes it, also before the answer. */
export function ProductPicker({ ref, label, allows, onChoose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const typed = text.trim();
  const answer = useProducts(typed);
  const isAnswered = answer?.typed === typed;
  const rows = (answer?.rows ?? []).filter(allows);

  const choose = (product: PickedProduct) => {
    setText("");
    onChoose(product);
  };
  const { at, reset, onKey, input, list, option } = useCombobox(
    rows.length,
    (index) => rows[index] && choose(rows[index]),
  );
  const takeTyped = async (field: HTMLInputElement) => {
    const answered = isAnswered && !answer.failed ? rows : await findAllowed(typed, allows);
    const product = withCode(answered, typed) ?? answered[isAnswered ? Math.max(0, at) : 0];
    if (product && field.value.trim() === typed) choose(product);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && text !== "") {
      event.preventDefault();
      return setText("");
    }
    if (event.key !== "Enter") return onKey(event);
    event.preventDefault();
    if (typed !== "") void takeTyped(event.currentTarget);
  };

  return (
    <div>
      <label className="input">
        <Search size={18} aria-hidden className="text-muted shrink-0" />
        <input
          ref={ref}
          {...input}
          aria-label={label}
          placeholder={t("offers.placeholder")}
          enterKeyHint="done"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            reset();
            setText(target.value);
          }}
          onKeyDown={press}
        />
      </label>
      <ul
        {...list}
        aria-label={label}
        className={
          rows.length > 0
            ? "border-line rounded-card mt-1 max-h-56 overflow-y-auto border p-1"
            : "hidden"
        }
      >
        {rows.map((product, index) => (
          <li
            key={product.id}
            {...option(index)}
            className="menu-item aria-selected:bg-hover items-center py-1.5!"
          >
            <Thumbnail path={product.mediaPath} size={32} />
            <span className="line-clamp-2 min-w-0 flex-1 leading-tight break-words">
              {product.name}
            </span>
            <span className="text-muted text-small">{product.code ?? product.ean}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted text-small mt-1 empty:hidden">
        {isAnswered &&
          typed !== "" &&
          rows.length === 0 &&
          t(answer.failed ? "offers.failed" : "offers.noProduct", { typed })}
      </p>
    </div>
  );
}

type Answer = { typed: string; rows: PickedProduct[]; failed: boolean };

/** The products for a typed text. A late answer is ignored. */
function useProducts(typed: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (typed === "") return setAnswer(null);
    let isLate = false;
    const take = (rows: PickedProduct[], failed: boolean) =>
      isLate || setAnswer({ typed, rows, failed });
    const timer = setTimeout(
      () =>
        void findProducts(typed).then(
          (rows) => take(rows, false),
          () => take([], true),
        ),
      pause,
    );
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [typed]);
  return answer;
}

const findProducts = async (searchParam: string) =>
  (await api.get<{ products: PickedProduct[] }>("/products", { searchParam, pageNumber: 1 }))
    .products;

const findAllowed = (typed: string, allows: Props["allows"]) =>
  findProducts(typed).then(
    (rows) => rows.filter(allows),
    () => [],
  );
