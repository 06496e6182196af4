import { ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Form } from "../../forms/Form.tsx";
import { parseCoordinates } from "../../messages/locations.ts";
import type { NewMessage } from "./phone.ts";

/** The customer can send these besides text and files. */
export type Shared = "place" | "contact" | "ad";

type Props = {
  what: Shared;
  onSend: (saying: NewMessage) => void;
  onClose: () => void;
};

/** A dialog to send a place, a contact or an ad, with an example filled in. */
export function Share({ what, onSend, onClose }: Props) {
  const { t } = useTranslation();
  const send = (saying: NewMessage) => {
    onSend(saying);
    onClose();
  };
  const shared = { submit: t("messages.send"), onCancel: onClose };
  return (
    <Dialog title={t(titles[what])} onClose={onClose} size="small">
      {what === "place" ? (
        <Form
          {...shared}
          fields={[
            { name: "name", label: "practice.name", max: 100 },
            {
              name: "at",
              label: "messages.place.coordinates",
              hint: "messages.place.hint",
              required: true,
              messages: { invalid: "messages.place.invalid" },
            },
          ]}
          values={{ name: t("practice.samplePlace"), at: "-23.55052, -46.63331" }}
          onSubmit={async ({ name, at }) => {
            const coordinates = parseCoordinates(at);
            if (!coordinates)
              throw new ApiError(422, { error: "ERR_VALIDATION", fields: { at: "invalid" } });
            send({ place: { ...coordinates, name: name.trim(), address: "" } });
          }}
        />
      ) : what === "ad" ? (
        <Form
          {...shared}
          fields={[
            { name: "title", label: "practice.adTitle", required: true, max: 100 },
            { name: "text", label: "practice.adText", max: 300 },
            { name: "sourceUrl", label: "practice.adLink", max: 300 },
          ]}
          values={{
            title: t("practice.sampleAd"),
            text: t("practice.sampleAdText"),
            sourceUrl: "https://fb.me/balcao",
          }}
          onSubmit={async ({ title, text, sourceUrl }) => {
            if (sourceUrl.trim() && !/^https?:\/\/\S+$/i.test(sourceUrl.trim()))
              throw new ApiError(422, {
                error: "ERR_VALIDATION",
                fields: { sourceUrl: "invalid" },
              });
            send({
              referral: {
                sourceId: "120210000000000001",
                sourceUrl: sourceUrl.trim(),
                title: title.trim(),
                text: text.trim(),
                clickId: "treino",
              },
            });
          }}
        />
      ) : (
        <Form
          {...shared}
          fields={[
            { name: "name", label: "practice.name", required: true, max: 50 },
            {
              name: "number",
              label: "practice.number",
              type: "tel",
              required: true,
              pattern: /^\+?(\D*\d){8,15}$/,
            },
          ]}
          values={{ name: "Nina", number: "+55 11 97777-0002" }}
          onSubmit={async ({ name, number }) =>
            send({ contacts: [{ name: name.trim(), number: number.replace(/\D/g, "") }] })
          }
        />
      )}
    </Dialog>
  );
}

const titles: Record<Shared, string> = {
  place: "practice.sharePlace",
  contact: "practice.shareContact",
  ad: "practice.comeFromAd",
};
