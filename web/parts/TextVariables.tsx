import { Braces } from "lucide-react";
import { type Facts, fill, unfilledIn } from "../../src/shared/variables.ts";
import { Menu } from "../kit/Menu.tsx";
import { me } from "../session/session.ts";
import { Formatted } from "../messages/Formatted.tsx";
import { useVariables } from "./writing/suggestions.ts";
import { insertText } from "../kit/edit-text.ts";
import { useTranslation } from "../kit/text.ts";
import "./texts.ts";

type Props = {
  text: string;
  /** The reader's name; an example name without it. */ name?: string;
  /** The time of reading in epoch ms; now without it. */ at?: number;
  /** The text is about an order too. */ isAboutOrder?: boolean;
  /** The text area with the text. */ field: () => HTMLTextAreaElement | null | undefined;
};

/** Shows a menu of variables and a preview below a text for customers. */
export function TextVariables({ text, name, at, isAboutOrder = false, field }: Props) {
  const { t } = useTranslation();
  const names = useVariables(null, isAboutOrder);
  const read = fill(text, {
    ...exampleOf(name ?? t("quickMessages.example")),
    ...(at && { now: at }),
    ...(isAboutOrder && {
      order: orderExample(t("orderExample.status"), t("orderExample.product")),
    }),
  });
  const unfilled = unfilledIn(read);
  const insert = (name: string) => {
    const written = field();
    if (written) insertText(written, `{{${name}}}`);
  };
  return (
    <div className="mt-1.5">
      <Menu
        label={t("messages.variables.button")}
        align="start"
        tip={false}
        className="btn btn-sm"
        items={names.map(({ name, label }) => ({ label, onSelect: () => insert(name) }))}
      >
        <Braces size={16} aria-hidden />
        {t("messages.variables.short")}
      </Menu>
      {read.trim() && (
        <div className="bg-thread border-line rounded-card mt-2 border p-2.5">
          <p className="text-muted text-small mb-1.5">{t("textPreview.title")}</p>
          <p
            data-filled
            className="bg-bubble border-line rounded-bubble ml-auto max-h-48 w-fit max-w-full overflow-y-auto rounded-tr-sm border px-2.5 py-1.5 break-words whitespace-pre-wrap"
          >
            <Formatted text={read} />
          </p>
        </div>
      )}
      {unfilled.length > 0 && (
        <p className="text-waiting text-small mt-1 break-words">
          {t("messages.variables.unfilled", { names: unfilled.join(", ") })}
        </p>
      )}
    </div>
  );
}

const orderExample = (status: string, product: string): Facts["order"] => ({
  order: "1042",
  order_total: "R$ 52,40",
  order_status: status,
  order_store: me.peek()?.company.name ?? "",
  order_items: `2x ${product}`,
  order_wanted: "sábado, 28/11, às 15:00",
  order_map: "https://www.google.com/maps/search/?api=1&query=-23.55%2C-46.63",
});

/** An example conversation with a contact of this name. */
export function exampleOf(name: string): Facts {
  const { name: user = "", company, queues } = me.peek() ?? {};
  const now = Date.now();
  return {
    contact: { name, number: "5511988887777", email: "" },
    ticket: { id: 1, createdAt: new Date(now) },
    user,
    queue: queues?.[0]?.name ?? "",
    connection: "",
    company: company?.name ?? "",
    now,
    timezone: company?.timezone ?? "America/Sao_Paulo",
  };
}
