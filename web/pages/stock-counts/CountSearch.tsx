import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { fitsUnit } from "../../../src/shared/units.ts";
import { ApiError, api } from "../../kit/api.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { quantity } from "../../parts/products/amounts.ts";
import { isEan, readSearch, scanOffers, withCode } from "../../parts/products/offers.ts";
import texts from "../../parts/products/texts.json";
import type { CountLine, FullCount } from "./types.ts";

addTexts(texts);

type Props = {
  count: FullCount;
  /** The first line that has the typed text. */
  first: CountLine | undefined;
  text: string;
  onText: (text: string) => void;
  onLine: (line: CountLine) => void;
  /** Asks for the amount of a line. */
  onChoose: (productId: number) => void;
};

/**
 * Filters the products of a count, and takes scans: each scan counts one more, `12*code` twelve, and
 * a scale's label its weight. Enter after a name goes to the amount.
 */
export function CountSearch({ count, first, text, onText, onLine, onChoose }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState("");
  const isClosed = count.closedAt !== null;
  useEffect(() => {
    if (!isClosed) box.current?.focus();
  }, []);

  const add = async (line: CountLine, amount: number) => {
    if (!fitsUnit(amount, line.unit))
      return setMessage(t("stockCounts.wholePieces", { name: line.name }));
    const counted = await api.post<CountLine>(`/stock-counts/${count.id}/lines`, {
      productId: line.productId,
      amount,
      isMore: true,
    });
    onLine(counted);
    setMessage(
      t("stockCounts.countedNow", {
        name: counted.name,
        amount: quantity(counted.counted ?? 0, counted.unit),
      }),
    );
  };
  /** The server finds what this list does not: an EAN in another form, a scale's label. */
  const scan = async (code: string, amount: number) => {
    const own = withCode(count.lines, code);
    if (own) return add(own, amount);
    const { products, scaleLabel } = await scanOffers(count.storeId, code);
    const product = products[0];
    const line = product && count.lines.find(({ productId }) => productId === product.id);
    if (line) return add(line, scaleLabel?.amount ?? amount);
    setMessage(
      t(product ? "stockCounts.notHere" : "offers.unknownCode", {
        typed: code,
        name: product?.name,
      }),
    );
  };
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return setMessage(t("offers.failed"));
    setMessage(error.fields.amount === "too_much" ? t("stockCounts.tooMuch") : errorText(error));
  };
  const take = async (code: string, amount: number) => {
    onText("");
    await scan(code, amount).catch(refuse);
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && text !== "") {
      event.preventDefault();
      return onText("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const { amount, typed, isCounted } = readSearch(text);
    if (typed === "" || isClosed) return;
    const own = withCode(count.lines, typed);
    if (isEan(typed) || (own && isCounted)) return void take(typed, amount);
    const line = own ?? first;
    if (!line) return setMessage(t("offers.nothing", { typed }));
    if (!isCounted) return onChoose(line.productId);
    onText("");
    void add(line, amount).catch(refuse);
  };

  return (
    <>
      <label className="input">
        <Search size={18} aria-hidden className="text-muted shrink-0" />
        <input
          ref={box}
          data-count-search
          aria-label={t("stockCounts.find")}
          placeholder={t("stockCounts.find")}
          enterKeyHint="done"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setMessage("");
            onText(target.value);
          }}
          onKeyDown={press}
        />
      </label>
      <p role="status" className="text-muted text-small mt-1 min-h-[1.125rem]">
        {message || (isClosed ? "" : t("stockCounts.hint"))}
      </p>
    </>
  );
}
