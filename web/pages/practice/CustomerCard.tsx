import { useSignals } from "@preact/signals-react/runtime";
import { Check, UserPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Avatar } from "../../kit/Avatar.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Form } from "../../forms/Form.tsx";
import { api } from "../../kit/api.ts";
import { phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { switchCustomer, customer, customers, currentConnectionId } from "./phone.ts";

/** Chooses the customer who owns the phone. */
export function CustomerCard() {
  useSignals();
  const { t } = useTranslation();
  /** The new customer starts with a free number. */
  const [creating, setCreating] = useState<{ number: string } | null>(null);
  const own = customer.value;
  const list = useRef<HTMLUListElement>(null);
  const rows = customers.value;

  // Scroll only the list, not the page.
  useEffect(() => {
    const [box, chosen] = [
      list.current,
      list.current?.querySelector<HTMLElement>("[aria-pressed=true]"),
    ];
    if (!box || !chosen) return;
    const [area, row] = [box.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (row.top < area.top || row.bottom > area.bottom)
      box.scrollTop += row.top - area.top - (area.height - row.height) / 2;
  }, [own.number, rows]);
  return (
    <section aria-labelledby="practice-who" className="card-quiet p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 id="practice-who" className="font-semibold">
          {t("practice.who")}
        </h2>
        <button
          type="button"
          className="btn btn-sm"
          onClick={() =>
            void freeNumber(customers.peek().map(({ number }) => number)).then(
              (number) => setCreating({ number }),
              toast.error,
            )
          }
        >
          <UserPlus size={16} aria-hidden />
          {t("practice.newCustomer")}
        </button>
      </div>
      <ul ref={list} className="mt-2 max-h-60 overflow-y-auto">
        {rows.map((one) => (
          <li key={one.number}>
            <button
              type="button"
              aria-pressed={one.number === own.number}
              className={`menu-item ${one.number === own.number ? "bg-hover" : ""}`}
              onClick={() => switchCustomer(one)}
            >
              <Avatar name={one.name} size={32} />
              <span className="min-w-0 flex-1 truncate font-medium">{one.name}</span>
              <span className="text-muted text-small">{phone(one.number)}</span>
              <Check
                size={16}
                aria-hidden
                className={`text-primary ${one.number === own.number ? "" : "invisible"}`}
              />
            </button>
          </li>
        ))}
      </ul>
      {creating && (
        <Dialog title={t("practice.newCustomer")} onClose={() => setCreating(null)} size="small">
          <Form
            fields={[
              { name: "name", label: "practice.name", required: true, min: 2, max: 50 },
              {
                name: "number",
                label: "practice.number",
                hint: "practice.numberHint",
                required: true,
                min: 8,
                max: 50,
              },
            ]}
            values={{ name: "", number: phone(creating.number) }}
            submit={t("practice.use")}
            onCancel={() => setCreating(null)}
            onSubmit={async ({ name, number }) => {
              switchCustomer({
                name: String(name).trim(),
                number: String(number).replace(/\D/g, ""),
              });
              setCreating(null);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

/**
 * The next number after Bia's that no phone and no contact uses. Each connection has its own
 * hundred numbers, so a customer may appear on two connections.
 */
async function freeNumber(taken: string[]) {
  for (let last = 100 * (currentConnectionId() - 1) + 2; ; last += 1) {
    const number = `551198888${String(last).padStart(4, "0")}`;
    if (
      !taken.includes(number) &&
      (await api.get<{ count: number }>("/contacts/filter", { number })).count === 0
    )
      return number;
  }
}
