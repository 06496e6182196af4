import { useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { Trap } from "../../parts/Trap.tsx";

const fields: Field[] = [
  { name: "name", label: "landing.name", required: true, min: 2, max: 50, autoComplete: "name" },
  { name: "email", label: "auth.email", type: "email", required: true, autoComplete: "email" },
  {
    name: "phone",
    label: "landing.phone",
    type: "tel",
    required: true,
    min: 10,
    max: 50,
    autoComplete: "tel-national",
  },
  {
    name: "message",
    label: "landing.message",
    type: "textarea",
    required: true,
    max: 2000,
    rows: 4,
  },
];

/** Sends a message to the owner of the box. rules.md#leads */
export function ContactForm() {
  const { t } = useTranslation();
  // Mount the form again after sending, so that the next message begins empty.
  const [sent, setSent] = useState(0);
  const [website, setWebsite] = useState("");
  const send = async ({ name, email, phone, message }: FormValues) => {
    try {
      const { mailed } = await api.post<{ mailed: boolean }>("/landing/send-email", {
        name,
        email: String(email).trim(),
        phone,
        message,
        ...(website && { website }),
      });
      toast.success(t(mailed ? "landing.sent" : "landing.received"));
      setSent(sent + 1);
    } catch (error) {
      toast.error(t("landing.failed"));
      // Empty the trap field, so that a person whom the server took for a bot can try again.
      setWebsite("");
      throw error;
    }
  };
  return (
    <Form
      key={sent}
      fields={fields}
      values={{ name: "", email: "", phone: "", message: "" }}
      submit={t("landing.send")}
      busy={t("landing.sending")}
      wide
      onSubmit={send}
    >
      <Trap value={website} onChange={setWebsite} />
    </Form>
  );
}
