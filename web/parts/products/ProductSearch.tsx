import { PackageOpen, Search } from "lucide-react";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { fitsUnit, highestAmount } from "../../../src/shared/units.ts";
import { quantityOf } from "../../forms/form.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { useCombobox } from "../../kit/use-combobox.ts";
import {
  findOffers,
  isEan,
  type OfferedProduct,
  type Scanned,
  readSearch,
  scanOffers,
  useOffers,
  withCode,
} from "./offers.ts";
import { quantity } from "./amounts.ts";
import texts from "./texts.json";
import { Thumbnail } from "./Thumbnail.tsx";

addTexts(texts);

/** Takes a code that was scanned in another field. */
export type SearchHandle = { scan: (code: string) => void };

type Props = {
  handle?: Ref<SearchHandle>;
  storeId: number | null;
  label: string;
  autoFocus?: boolean;
  /** Adds an amount of a product. False when there is none in stock. */
  add: (product: OfferedProduct, amount: number) => boolean;
  /**
   * Called when the user chooses a product without an amount, but not after a scan: the next scan
   * follows.
   */
  onAdded?: (productId: number) => void;
  /** Enter in an empty field. */
  onNext?: () => void;
  /** Arrow up in an empty field. */
  onBack?: () => void;
  /** Called after each try to add. */
  onTried?: (isAdded: boolean) => void;
};

/**
 * Finds products while the user types, and takes scanner input: the scanner's Enter adds the
 * product and waits for the next.
 */
export function ProductSearch({
  handle,
  storeId,
  label,
  autoFocus,
  add,
  onAdded,
  onNext,
  onBack,
  onTried,
}: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const { announcement, problem, setProblem, put, putScanned, clear } = usePut(add, onTried);
  const [isHere, setIsHere] = useState(false);
  /** The product whose weight is typed next. */
  const [weighed, setWeighed] = useState<OfferedProduct | null>(null);
  const { amount, typed, isCounted } = readSearch(text);
  const offers = useOffers(storeId, weighed ? "" : typed);
  const rows = typed === "" || !isHere || weighed ? [] : (offers?.rows ?? []);

  const isNone = amount === 0 && typed !== "";
  // One kilo is seldom meant: the weight is asked for.
  const weigh = (product: OfferedProduct) => {
    setWeighed(product);
    setText("");
    setProblem(t("offers.weigh", { name: product.name, unit: product.unit }));
  };
  const takeWeight = (product: OfferedProduct) => {
    const weight = quantityOf(text, product.unit);
    if (weight === undefined || weight <= 0 || weight > highestAmount) return weigh(product);
    setWeighed(null);
    setText("");
    put(product, weight);
  };
  const choose = (product: OfferedProduct) => {
    if (product.unit !== "un" && !isCounted) return weigh(product);
    if (!put(product, amount)) return;
    setText("");
    // With its amount the line is done, and the next product follows.
    if (!isCounted) onAdded?.(product.id);
  };
  const { at, reset, onKey, input, list, option } = useCombobox(
    rows.length,
    (index) => rows[index] && (isNone ? setProblem(t("offers.noAmount")) : choose(rows[index])),
  );

  // A fast typist presses Enter before the answer.
  const takeTyped = async (storeId: number) => {
    const answered =
      offers?.typed === typed && !offers.failed
        ? offers.rows
        : await findOffers(storeId, typed).catch(() => null);
    if (!answered) return setProblem(t("offers.failed"));
    const chosen =
      withCode(answered, typed) ?? answered[offers?.typed === typed ? Math.max(0, at) : 0];
    if (chosen) return choose(chosen);
    setProblem(t("offers.nothing", { typed }));
    box.current?.select();
  };
  // The next scan may come before this answer, so the field is free at once.
  const takeCode = async (storeId: number, code: string) => {
    setText("");
    const answered = await scanOffers(storeId, code).catch(() => null);
    putScanned(answered, code, { amount, weigh: isCounted ? undefined : weigh });
  };
  useImperativeHandle(handle, () => ({
    scan: (code) => {
      box.current?.focus();
      if (storeId !== null) void takeCode(storeId, code);
    },
  }));

  // When the user submits before the stores have loaded, the typed text is taken afterwards.
  const isWaiting = useRef(false);
  const take = () => {
    if (isNone) return setProblem(t("offers.noAmount"));
    isWaiting.current = storeId === null;
    if (storeId !== null) void (isEan(typed) ? takeCode(storeId, typed) : takeTyped(storeId));
  };
  useEffect(() => {
    if (isWaiting.current) take();
  }, [storeId]);

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && (text !== "" || weighed)) {
      event.preventDefault();
      setWeighed(null);
      clear();
      return setText("");
    }
    if (event.key === "ArrowUp" && text === "" && onBack) {
      event.preventDefault();
      return onBack();
    }
    if (event.key !== "Enter" || event.ctrlKey) return onKey(event);
    event.preventDefault();
    if (weighed && !isEan(typed)) return takeWeight(weighed);
    setWeighed(null);
    if (typed === "") return onNext?.();
    take();
  };

  return (
    <div className="relative">
      <label className="input">
        <Search size={18} aria-hidden className="text-muted shrink-0" />
        <input
          ref={box}
          {...input}
          data-product-search
          data-autofocus={autoFocus || undefined}
          aria-label={label}
          placeholder={t(weighed ? "offers.weight" : "offers.placeholder")}
          enterKeyHint="done"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            reset();
            setText(target.value);
            // A letter begins the name of another product.
            if (weighed && /\p{L}/u.test(target.value)) setWeighed(null);
            else if (weighed) return;
            clear();
          }}
          onFocus={() => setIsHere(true)}
          onBlur={() => setIsHere(false)}
          onKeyDown={press}
        />
      </label>
      {rows.length > 0 && (
        <ul
          {...list}
          aria-label={label}
          className="menu-panel absolute! inset-x-0! top-full! z-20 mt-1! max-h-80! max-w-none!"
        >
          {rows.map((product, index) => (
            <li
              key={product.id}
              {...option(index)}
              onPointerDown={(event) => event.preventDefault()}
              className={`menu-item items-center py-1.5! ${index === at ? "bg-hover" : ""}`}
            >
              <Offer product={product} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p role="status" className="text-muted text-small mt-1 empty:hidden">
        {problem ||
          (offers?.typed === typed &&
            typed !== "" &&
            offers.rows.length === 0 &&
            t(offers.failed ? "offers.failed" : "offers.nothing", { typed }))}
      </p>
    </div>
  );
}

/** Adds products, and says what came of it. */
function usePut(add: Props["add"], onTried: Props["onTried"]) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState("");
  const [problem, setProblem] = useState("");
  const put = (product: OfferedProduct, amount: number) => {
    if (!fitsUnit(amount, product.unit)) {
      setProblem(t("offers.wholePieces", { name: product.name }));
      return false;
    }
    const isThere = add(product, amount);
    onTried?.(isThere);
    if (isThere) {
      setAnnouncement(t("offers.added", { name: product.name }));
      setProblem("");
    } else setProblem(t("offers.none", { name: product.name }));
    return isThere;
  };
  /** The product of a scanned code, or of a scale's label with its amount. */
  const putScanned = (
    answered: Scanned | null,
    typed: string,
    { amount, weigh }: { amount: number; weigh?: (product: OfferedProduct) => void },
  ) => {
    const label = answered?.scaleLabel;
    const product = answered && (label ? answered.products[0] : withCode(answered.products, typed));
    if (product && label?.amount === null)
      setProblem(t("offers.notWeighed", { name: product.name }));
    else if (product && !label && product.unit !== "un" && weigh) return weigh(product);
    else if (product) return void put(product, label?.amount ?? amount);
    else if (label) setProblem(t("offers.foreignLabel", { code: label.code }));
    else setProblem(t(answered ? "offers.unknownCode" : "offers.failed", { typed }));
    onTried?.(false);
  };
  const clear = () => {
    setAnnouncement("");
    setProblem("");
  };
  return { announcement, problem, setProblem, put, putScanned, clear };
}

export function Offer({
  product: { name, ean, code, mediaPath, unit, stock, lowStock, sellingPrice, price },
}: {
  product: OfferedProduct;
}) {
  const { t } = useTranslation();
  const isPromoted = Number(price) < Number(sellingPrice);
  return (
    <>
      <Thumbnail path={mediaPath} size={40} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-tight break-words">{name}</span>
        <span className={`text-small block ${stock === 0 ? "text-error" : "text-muted"}`}>
          {stock > 0 && stock <= lowStock && (
            <PackageOpen size={13} aria-hidden className="mr-1 inline align-[-2px]" />
          )}
          {stock === 0
            ? t("offers.outOfStock")
            : t("offers.stock", { count: quantity(stock, unit) })}
          {(code ?? ean) && ` · ${code ?? ean}`}
        </span>
      </span>
      <span className="tabular shrink-0 text-right">
        <span className="block font-medium">
          {money(price)}
          {unit !== "un" && (
            <span className="text-muted text-small font-normal">{` / ${unit}`}</span>
          )}
        </span>
        {isPromoted && (
          <s className="text-muted text-small block">
            <span className="sr-only">{t("offers.insteadOf")} </span>
            {money(sellingPrice)}
          </s>
        )}
      </span>
    </>
  );
}
