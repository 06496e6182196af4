import { useSignals } from "@preact/signals-react/runtime";
import { Check, UserPlus } from "lucide-react";
import { useState } from "react";
import { Avatar } from "../../kit/Avatar.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Form } from "../../forms/Form.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { switchCustomer, customer, customers, currentConnectionId } from "./phone.ts";

/** Chooses the customer whose phone it is. */
export function CustomerCard() {
  useSignals();
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const own = customer.value;
  return (
    <section aria-labelledby="practice-who" className="card-quiet p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 id="practice-who" className="font-semibold">
          {t("practice.who")}
        </h2>
        <button type="button" className="btn btn-sm" onClick={() => setCreating(true)}>
          <UserPlus size={16} aria-hidden />
          {t("practice.newCustomer")}
        </button>
      </div>
      <ul className="mt-2 max-h-60 overflow-y-auto">
        {customers.value.map((one) => (
          <li key={one.number}>
            <button type="button" aria-pressed={one.number === own.number} className={`menu-item ${one.number === own.number ? "bg-hover" : ""}`} onClick={() => switchCustomer(one)}>
              <Avatar name={one.name} size={32} />
              <span className="min-w-0 flex-1 truncate font-medium">{one.name}</span>
              <span className="text-muted text-small">{phone(one.number)}</span>
              <Check size={16} aria-hidden className={`text-primary ${one.number === own.number ? "" : "invisible"}`} />
            </button>
          </li>
        ))}
      </ul>
      {creating && (
        <Dialog title={t("practice.newCustomer")} onClose={() => setCreating(false)} size="small">
          <Form
            fields={[
              { name: "name", label: "practice.name", required: true, min: 2, max: 50 },
              { name: "number", label: "practice.number", hint: "practice.numberHint", required: true, min: 8, max: 50 },
            ]}
            values={{ name: "", number: nextNumber(customers.value.map(({ number }) => number)) }}
            submit={t("practice.use")}
            onCancel={() => setCreating(false)}
            onSubmit={async ({ name, number }) => {
              switchCustomer({ name: String(name).trim(), number: String(number).replace(/\D/g, "") });
              setCreating(false);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

/** The next free number after Bia's. Each connection has a hundred of its own; a customer who writes to two is known on both. */
function nextNumber(taken: string[]) {
  for (let last = 100 * (currentConnectionId() - 1) + 2; ; last += 1) {
    const number = `551198888${String(last).padStart(4, "0")}`;
    if (!taken.includes(number)) return phone(number);
  }
}
