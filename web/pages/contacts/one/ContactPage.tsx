import { useSignals } from "@preact/signals-react/runtime";
import { UserX } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useParams } from "wouter";
import { useContact } from "../../../inbox/full-contacts.ts";
import { ApiError } from "../../../kit/api.ts";
import { matches } from "../../../kit/combos.ts";
import { Empty } from "../../../kit/Empty.tsx";
import { LoadError } from "../../../kit/LoadError.tsx";
import { dialogs } from "../../../kit/open-dialogs.ts";
import { useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import { bindings } from "../../../shell/keys/bindings.ts";
import { comboFor, keys } from "../../../shell/keys/keys.ts";
import { ContactView } from "./ContactView.tsx";
import { useOverview } from "./entries.ts";
import { placeOf } from "./walk.ts";
import texts from "./texts.json";

addTexts(texts);

/** All that the company knows of a contact. rules.md#contact-page */
export function ContactPage() {
  const id = Number(useParams().contactId);
  return Number.isInteger(id) ? <ContactById key={id} id={id} /> : <NoContact />;
}

function ContactById({ id }: { id: number }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, failed } = useContact(id);
  const { overview, failed: problem, read } = useOverview(id);
  const place = placeOf(id);
  useWalkKeys(place);
  const isGone = contact.value?.erasedAt != null || isMissing(failed.value) || isMissing(problem);
  if (isGone) return <NoContact />;
  const person = contact.value ?? place?.row;
  if (!person && failed.value)
    return <LoadError page title={t("contactPage.failed")} error={failed.value} onRetry={read} />;
  return (
    <ContactView
      person={person ?? null}
      full={contact.value}
      overview={overview}
      problem={problem}
      onRetry={read}
      place={place}
    />
  );
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

function NoContact() {
  const { t } = useTranslation();
  return (
    <Empty
      page
      icon={UserX}
      title={t("contactPage.gone")}
      text={t("contactPage.goneText")}
      action={
        <Link href="/contacts" className="btn">
          {t("contactPage.all")}
        </Link>
      }
    />
  );
}

/** The keys that walk the list of tickets walk the list of contacts here. */
function useWalkKeys(place: ReturnType<typeof placeOf>) {
  const [, go] = useLocation();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (dialogs.peek().length > 0 || bindings.peek().off) return;
      const does = keys.find((key) => matches(comboFor(key), event))?.does;
      if (does !== "next" && does !== "previous") return;
      event.preventDefault();
      const id = does === "next" ? place?.after : place?.before;
      if (id != null) go(`/contacts/${id}`, { replace: true });
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [place?.before, place?.after]);
}
