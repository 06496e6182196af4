import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copy } from "../../kit/copy.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/** Code to copy. A line that is too long scrolls inside the block. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <div className="card-quiet relative">
      <pre
        aria-label={label}
        tabIndex={0}
        className="text-small overflow-x-auto px-4 py-3 pr-14 font-mono leading-relaxed"
      >
        {code}
      </pre>
      <button
        type="button"
        className="btn btn-sm btn-square absolute top-2 right-2"
        aria-label={t(copied ? "codeBlock.copied" : "codeBlock.copy", { what: label })}
        onClick={() => void copy(code).then(setCopied)}
      >
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </button>
    </div>
  );
}
