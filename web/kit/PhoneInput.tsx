import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from "react";
import { caretAfter, maskPhone } from "./phone-mask.ts";

type Props = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
};

/** Formats a phone number while the user types; the caret keeps its place among the digits. */
export function PhoneInput({ value, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);

  const onType = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const written = maskPhone(target.value);
    const at = target.selectionStart ?? target.value.length;
    const added = countDigits(written) - countDigits(target.value);
    caret.current =
      at === target.value.length
        ? written.length
        : caretAfter(countDigits(target.value.slice(0, at)) + Math.max(0, added), written);
    onChange(written);
  };

  return <input {...rest} ref={input} type="tel" inputMode="tel" value={value} onChange={onType} />;
}

const countDigits = (text: string) => text.replace(/\D/g, "").length;
