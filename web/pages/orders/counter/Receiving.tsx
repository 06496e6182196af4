import { ArrowLeft, NotebookPen, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Quote } from "../../../../src/pricing/terms.ts";
import { amountOf } from "../../../../src/shared/money.ts";
import { decimalText } from "../../../kit/decimal.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Kbds } from "../../../kit/Kbd.tsx";
import { money, useTranslation } from "../../../kit/text.ts";
import { MethodButton, methodIcon } from "../../../parts/orders/MethodButton.tsx";
import { AmountField, ToCredit } from "../../../parts/orders/ReceiveAmount.tsx";
import { PixPanel } from "../../../parts/orders/PixPanel.tsx";
import { handedSums, type Method } from "../../../parts/orders/receive.ts";
import type { Handed } from "./sale.ts";
import { sideContent, sideFoot } from "./side.ts";
import { type ReceivingProps, useReceiving } from "./use-receiving.ts";

type Props = ReceivingProps & { onBack: () => void };

/** Takes the money of a sale: a letter chooses the method, Enter adds the amount and then sells. */
export function Receiving({ sale, quoted, methods, onBack, onDone }: Props) {
  const { t, tag } = useTranslation();
  const {
    withLetters,
    chosen,
    isLater,
    setChosen,
    handed,
    setHanded,
    owed,
    typed,
    setTyped,
    error,
    lines,
    busy,
    input,
    hasContact,
    isCash,
    cents,
    split,
    pix,
    submit,
    payLater,
  } = useReceiving({ sale, quoted, methods, onDone });
  const form = useRef<HTMLFormElement>(null);
  // The amount is gone, and the next Enter sells.
  useEffect(() => {
    if (isLater) form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [isLater]);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      return submit(false);
    }
    const letter = event.key.toUpperCase();
    const pressed = withLetters.find((each) => each.letter === letter);
    if (pressed) setChosen(pressed.payment.id);
    else if (letter === "F") payLater();
    else return;
    event.preventDefault();
  };
  const ends = isLater || owed === 0 || cents >= owed;

  return (
    <form
      ref={form}
      noValidate
      className="flex min-h-0 flex-1 flex-col max-lg:contents"
      onSubmit={(event) => (event.preventDefault(), submit(true))}
      onKeyDown={press}
    >
      <div className={sideContent}>
        <h2 className="text-title -ml-2 flex items-center gap-1 font-semibold">
          <IconButton label={t("counter.backToItems")} icon={ArrowLeft} onClick={onBack} />
          {t("counter.receive")}
        </h2>
        <Sums quoted={quoted} handed={handed} owed={owed} onDrop={setHanded} />
        <Methods
          methods={withLetters}
          chosen={isLater ? null : chosen}
          hasContact={hasContact}
          onChoose={setChosen}
          onLater={payLater}
        />
        {owed > 0 && !isLater && (
          <div>
            <AmountField
              input={input}
              typed={typed}
              error={error}
              sums={isCash ? handedSums(amountOf(owed)) : []}
              handed={cents}
              onType={setTyped}
              onSum={(sum) => {
                setTyped(decimalText(Number(sum), tag));
                input.current?.focus();
              }}
            />
            {hasContact && <ToCredit cents={split.value - owed} />}
          </div>
        )}
        {pix.code && <PixPanel code={pix.code} hint={t("counter.pixByHand")} />}
        {pix.isCharged && <p className="text-muted text-small">{t("counter.pixCharged")}</p>}
        <Refused lines={lines} />
      </div>
      <Foot
        change={isLater ? 0 : split.change}
        cents={cents}
        ends={ends}
        isCharged={pix.isCharged}
        busy={busy}
        onEnd={() => submit(false)}
      />
    </form>
  );
}

type MethodsProps = {
  methods: Method[];
  /** Null where the rest is paid later. */ chosen: number | null;
  hasContact: boolean;
  onChoose: (id: number) => void;
  onLater: () => void;
};

function Methods({ methods, chosen, hasContact, onChoose, onLater }: MethodsProps) {
  const { t } = useTranslation();
  return (
    <div role="radiogroup" aria-label={t("orders.payment")} className="grid grid-cols-2 gap-2">
      {methods.map(({ payment, letter }) => (
        <MethodButton
          key={payment.id}
          icon={methodIcon(payment)}
          letter={letter}
          isChosen={payment.id === chosen}
          onChoose={() => onChoose(payment.id)}
        >
          {payment.name}
        </MethodButton>
      ))}
      <MethodButton icon={NotebookPen} letter="F" isChosen={chosen === null} onChoose={onLater}>
        {t("orders.receive.later")}
        {!hasContact && (
          <span className="text-muted text-small block font-normal">
            {t("counter.needsClient")}
          </span>
        )}
      </MethodButton>
    </div>
  );
}

function Refused({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <div role="alert" className="border-error/40 bg-error/8 text-small rounded-lg border px-3 py-2">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

type FootProps = {
  change: number;
  cents: number;
  /** The money is enough, so that the next step sells. */
  ends: boolean;
  /** The next step sells, and shows the charge of the store's account. */
  isCharged: boolean;
  busy: boolean;
  onEnd: () => void;
};

function Foot({ change, cents, ends, isCharged, busy, onEnd }: FootProps) {
  const { t } = useTranslation();
  return (
    <footer className={sideFoot}>
      {change > 0 && (
        <p className="tabular mb-3 flex items-baseline justify-between gap-3">
          <span className="text-title font-semibold">{t("orders.receive.change")}</span>
          <span data-change className="text-4xl font-semibold">
            {money(amountOf(change))}
          </span>
        </p>
      )}
      <button type="submit" className="btn btn-primary h-13 w-full text-base" disabled={busy}>
        {isCharged
          ? t("counter.showPix")
          : ends
            ? t("counter.endAndPrint")
            : t("orders.receive.submit", { amount: money(amountOf(cents)) })}
        <Kbds keys={["Enter"]} />
      </button>
      {ends && (
        <button
          type="button"
          className="btn btn-ghost btn-sm mt-2 w-full"
          disabled={busy}
          onClick={onEnd}
        >
          {t(isCharged ? "counter.pixSeen" : "counter.endOnly")}
          <Kbds keys={["Shift", "Enter"]} />
        </button>
      )}
    </footer>
  );
}

function Sums({
  quoted,
  handed,
  owed,
  onDrop,
}: {
  quoted: Quote;
  handed: Handed[];
  owed: number;
  onDrop: (handed: Handed[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <dl className="card-quiet bg-base-200 tabular flex flex-col gap-1.5 p-4">
      <div className="flex justify-between gap-2">
        <dt className="text-muted">{t("orders.total")}</dt>
        <dd>{money(amountOf(quoted.total))}</dd>
      </div>
      {handed.map((each, index) => (
        <div key={index} className="flex items-center gap-2">
          <dt className="flex-1">{each.name}</dt>
          <dd>{money(amountOf(each.cents))}</dd>
          <IconButton
            label={t("counter.takeOff", { name: each.name })}
            icon={X}
            onClick={() => onDrop(handed.filter((other) => other !== each))}
          />
        </div>
      ))}
      <div className="border-line flex items-baseline justify-between gap-2 border-t pt-2">
        <dt className="font-semibold">{t("counter.missing")}</dt>
        <dd className="text-[1.75rem] leading-9 font-semibold">{money(amountOf(owed))}</dd>
      </div>
    </dl>
  );
}
