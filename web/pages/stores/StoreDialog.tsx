import { useState } from "react";
import { pixKey } from "../../../src/pix/pix.ts";
import { cnpjOf, cnpjText } from "../../../src/shared/cnpj.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { cnpjInput, markCnpj } from "../../parts/cnpj.ts";
import { PixKeyReading } from "../../parts/PixKeyReading.tsx";
import { maskZip, states, zipDigits, zipPattern } from "../../parts/contacts/addresses.ts";
import { useZipLookup } from "../../parts/contacts/ZipLookup.tsx";
import { ApiError } from "../../kit/api.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { coordinatesText, mapUrl, parseCoordinates } from "../../messages/locations.ts";
import { StoreHours } from "./StoreHours.tsx";
import { timesBody, timesFields, timesOf } from "./store-times.ts";
import type { Store } from "./types.ts";

type Props = { listing: Listing<Store>; title: string; row: Store | null; onClose: () => void };

/** Creates or edits a store. Its postal code fills in the address. */
export function StoreDialog({ title, row, onClose }: Props) {
  const { t } = useTranslation();
  const { onZip, status } = useZipLookup(row?.zipCode ?? "");
  const [values] = useState(() => valuesOf(row));
  const edit = useEdit(row, () => bodyOf(values));
  const [wasTried, setWasTried] = useState(false);

  const save = async (typed: FormValues) => {
    setWasTried(true);
    await saveEdit("/stores", edit, bodyOf(typed));
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{ fields: (typed) => [...fields, ...timesFields(typed)] }}
      values={values}
      size="large"
      onSave={save}
      onClose={onClose}
      onFieldChange={{
        zipCode: (value, put) => onZip(String(value ?? ""), put),
        document: markCnpj,
      }}
      extras={{
        zipCode: () => status,
        keyPix: ({ keyPix }, put) => (
          <PixKeyReading typed={keyPix} onPhone={(key) => put({ keyPix: key })} />
        ),
        place: ({ place }) => <OnMap typed={String(place ?? "")} />,
        schedules: ({ schedules }, put) => (
          <StoreHours
            value={schedules}
            wasTried={wasTried}
            onChange={(text) => put({ schedules: text })}
          />
        ),
      }}
    />
  );
}

/** Links the parsed coordinates to a map, so that the user can check them. */
function OnMap({ typed }: { typed: string }) {
  const { t } = useTranslation();
  const place = parseCoordinates(typed);
  if (!place) return null;
  return (
    <a
      href={mapUrl(place)}
      target="_blank"
      rel="noreferrer"
      className="link text-small mt-1 inline-block"
    >
      {t("stores.onMap", { place: coordinatesText(place) })}
    </a>
  );
}

const bodyOf = ({
  place,
  document,
  zipCode,
  prepMinutes,
  slotLimit,
  slotMinutes,
  ownHours,
  schedules,
  ...typed
}: FormValues) => ({
  ...typed,
  ...timesBody({ prepMinutes, slotLimit, slotMinutes, ownHours, schedules }),
  document: cnpjOf(String(document)),
  zipCode: zipDigits(zipCode),
  ...coordinatesIn(place),
});

const noPlace = { latitude: null, longitude: null };

function coordinatesIn(typed: FormValues[string]) {
  const text = String(typed ?? "").trim();
  if (!text) return noPlace;
  const place = parseCoordinates(text);
  if (!place) throw new ApiError(422, { error: "ERR_VALIDATION", fields: { place: "invalid" } });
  return place;
}

const basics = "stores.parts.basics";
const where = "stores.parts.address";

const fields: Field[] = [
  {
    tab: basics,
    name: "name",
    label: "stores.name",
    hint: "stores.nameHint",
    required: true,
    min: 3,
    max: 160,
    messages: { too_short: "stores.tooShort" },
  },
  { tab: basics, name: "fantasy", label: "stores.fantasy", max: 60 },
  {
    tab: basics,
    name: "document",
    label: "stores.document",
    hint: "stores.documentHint",
    placeholder: "stores.documentExample",
    ...cnpjInput,
    messages: { invalid: "stores.documentInvalid" },
  },
  {
    tab: basics,
    name: "keyPix",
    label: "stores.keyPix",
    hint: "stores.keyPixHint",
    max: 77,
    valid: (text) => pixKey(text) !== undefined,
    messages: { invalid: "pixKey.invalid" },
  },
  {
    tab: basics,
    name: "isActive",
    label: "stores.active",
    type: "switch",
    hint: "stores.activeHint",
  },
  {
    tab: where,
    name: "zipCode",
    label: "contacts.addresses.zipCode",
    placeholder: "contacts.addresses.zipExample",
    pattern: zipPattern,
    messages: { invalid: "contacts.addresses.zipWrong" },
  },
  { tab: where, name: "address", label: "contacts.addresses.address", max: 250 },
  { tab: where, name: "number", label: "contacts.addresses.number", max: 30 },
  { tab: where, name: "complement", label: "contacts.addresses.complement", max: 255 },
  { tab: where, name: "neighborhood", label: "contacts.addresses.neighborhood", max: 150 },
  { tab: where, name: "city", label: "contacts.addresses.city", max: 150 },
  {
    tab: where,
    name: "state",
    label: "contacts.addresses.state",
    type: "select",
    emptyLabel: "contacts.addresses.chooseState",
    items: states.map((state) => ({ value: state, label: state })),
  },
  {
    tab: where,
    name: "place",
    label: "stores.place",
    hint: "stores.placeHint",
    placeholder: "stores.placeExample",
    max: 2000,
    valid: (text) => parseCoordinates(text) !== null,
    messages: { invalid: "stores.placeInvalid" },
  },
];

const valuesOf = (row: Store | null): FormValues => ({
  ...timesOf(row),
  name: row?.name ?? "",
  fantasy: row?.fantasy ?? "",
  document: cnpjText(row?.document ?? ""),
  keyPix: row?.keyPix ?? "",
  isActive: row?.isActive ?? true,
  zipCode: maskZip(row?.zipCode ?? ""),
  address: row?.address ?? "",
  number: row?.number ?? "",
  complement: row?.complement ?? "",
  neighborhood: row?.neighborhood ?? "",
  city: row?.city ?? "",
  state: row?.state ?? "",
  place:
    typeof row?.latitude === "number" && typeof row.longitude === "number"
      ? `${row.latitude}, ${row.longitude}`
      : "",
});
