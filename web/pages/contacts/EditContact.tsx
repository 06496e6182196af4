import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { toast } from "../../kit/Toast.tsx";
import { useContact } from "../../inbox/full-contacts.ts";
import { ContactForm } from "../../parts/contacts/ContactForm.tsx";

/** Edits a contact with all fields, also those that the list does not load. */
export function EditContact({ id, onClose }: { id: number; onClose: () => void }) {
  useSignals();
  const { contact, failed } = useContact(id);
  const problem = failed.value;
  useEffect(() => {
    if (!problem) return;
    failed.value = null;
    toast.error(problem);
    onClose();
  }, [problem]);
  return contact.value && <ContactForm contact={contact.value} onClose={onClose} />;
}
