import { Kbds } from "../../../kit/Kbd.tsx";
import { useTranslation } from "../../../kit/text.ts";

const all: [text: string, keys: string[]][] = [
  ["queues.options.keys.add", ["Ctrl", "Enter"]],
  ["queues.options.keys.inside", ["Ctrl", "Shift", "Enter"]],
  ["queues.options.keys.edit", ["Enter"]],
  ["queues.options.keys.leave", ["Esc"]],
  ["queues.options.keys.move", ["Alt", "↑", "↓"]],
  ["queues.options.keys.level", ["Alt", "←", "→"]],
  ["queues.options.keys.remove", ["Delete"]],
];

/** The keyboard shortcuts of the tree. */
export function TreeKeys() {
  const { t } = useTranslation();
  return (
    <section aria-label={t("queues.options.keys.title")} className="pointer-coarse:hidden">
      <h3 className="mb-1 font-medium">{t("queues.options.keys.title")}</h3>
      <dl className="text-small divide-line divide-y">
        {all.map(([text, keys]) => (
          <div key={text} className="flex items-center justify-between gap-3 py-1">
            <dt className="text-muted">{t(text)}</dt>
            <dd>
              <Kbds keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
