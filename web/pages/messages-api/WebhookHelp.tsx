import { webhookEvents, webhookVersion } from "../../../src/shared/webhooks.ts";
import { useTranslation } from "../../kit/text.ts";
import { CodeBlock } from "../../parts/code/CodeBlock.tsx";

const sample = JSON.stringify(
  {
    id: "evt_0b8e6a52-6a1f-4c8d-9d0e-1f2a3b4c5d6e",
    version: webhookVersion,
    event: "message.received",
    at: "2026-11-20T17:05:00.000Z",
    company: { id: 1, name: "Padaria Pão Quente" },
    data: {
      message: { id: 1042, fromMe: false, body: "Oi, tem broa?", mediaType: "chat" },
      ticket: { id: 57, status: "pending", queueId: 1, userId: null },
      contact: { id: 9, name: "Bia", number: "5511988880001" },
    },
  },
  null,
  2,
);

const verification = `import { createHmac, timingSafeEqual } from "node:crypto";

function isOurs(secret, headers, body) {
  const stamp = headers["x-balcao-timestamp"];
  const expected = "sha256=" + createHmac("sha256", secret).update(stamp + "." + body).digest("hex");
  const given = headers["x-balcao-signature"] ?? "";
  const isRecent = Math.abs(new Date() / 1000 - Number(stamp)) < 300;
  return isRecent && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}`;

/** Shows a webhook's request, and how the receiver verifies that it comes from here. */
export function WebhookHelp() {
  const { t } = useTranslation();
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">{t("messagesApi.webhooks.helpTitle")}</h2>
      <p className="text-muted">{t("messagesApi.webhooks.helpText")}</p>
      <CodeBlock label={t("messagesApi.webhooks.sample")} code={sample} />
      <p className="text-muted">{t("messagesApi.webhooks.signatureText")}</p>
      <CodeBlock label={t("messagesApi.webhooks.signature")} code={verification} />
      <dl className="card-quiet divide-line divide-y">
        {webhookEvents.map((event) => (
          <div
            key={event}
            className="grid gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <dt className="font-mono">{event}</dt>
            <dd>{t(`messagesApi.events.${event.replace(".", "_")}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
