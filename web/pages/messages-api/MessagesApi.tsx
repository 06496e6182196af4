import { useLocation, useParams } from "wouter";
import { Page } from "../../kit/Page.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Calls } from "./Calls.tsx";
import { TestForm } from "./TestForm.tsx";
import { TokenList } from "./TokenList.tsx";
import { Usage } from "./Usage.tsx";
import { WebhookList } from "./WebhookList.tsx";
import "./texts.ts";

const parts = ["usage", "tokens", "test", "calls", "webhooks"] as const;
type Part = (typeof parts)[number];

/**
 * The page of the messages API: examples, tokens, a test, the last requests, and webhooks.
 * rules.md#messages-api
 */
export function MessagesApi() {
  const { t } = useTranslation();
  const { part: requested } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  const part = parts.find((one) => one === requested) ?? "usage";
  return (
    <Page
      title={t("messagesApi.title")}
      lead={t("messagesApi.lead")}
      width="medium"
      filters={
        <div className="w-full max-w-2xl">
          <Tabs
            variant="box"
            label={t("messagesApi.title")}
            values={parts}
            value={part}
            text={(one) => t(`messagesApi.tabs.${one}`)}
            onChange={(one) => go(one === "usage" ? "/messages-api" : `/messages-api/${one}`)}
          />
        </div>
      }
    >
      <div role="tabpanel" aria-label={t(`messagesApi.tabs.${part}`)}>
        <PartView part={part} />
      </div>
    </Page>
  );
}

function PartView({ part }: { part: Part }) {
  switch (part) {
    case "usage":
      return <Usage address={location.origin} />;
    case "tokens":
      return <TokenList />;
    case "test":
      return <TestForm />;
    case "calls":
      return <Calls />;
    case "webhooks":
      return <WebhookList />;
  }
}
