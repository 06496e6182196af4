import type { ReactNode } from "react";
import { Confirm } from "../../kit/Confirm.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { moveCampaign } from "../../parts/campaigns/move.ts";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { type Kind, type Variants, writtenTexts } from "../../parts/campaigns/variants.ts";
import { Audience } from "./Audience.tsx";
import { exampleWords, useContactFields, usePersonWords } from "./contact-words.ts";
import { Preview } from "./Preview.tsx";
import { examplePerson, usePeople } from "./use-people.ts";
import { useSettingVariables, Warnings } from "./Warnings.tsx";
import texts from "./texts.json";

addTexts(texts);

/**
 * Confirms the start of a campaign: recipients, connection, time and texts. rules.md#campaign-start
 */
export function StartDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useTranslation();
  const {
    whatsappId,
    contactListId,
    contactListIds,
    exceptListIds,
    segmentId,
    tagListId,
    confirmation,
    sendWindow,
    windowStart,
    windowEnd,
    windowDays,
    template,
  } = campaign;
  const choice = {
    whatsappId,
    contactListId,
    contactListIds,
    exceptListIds,
    segmentId,
    tagListId,
    confirmation,
    sendWindow,
    windowStart,
    windowEnd,
    windowDays,
    template,
  };
  return (
    <Confirm
      size="medium"
      title={t("campaigns.startQuestion", { name: campaign.name })}
      text={t("campaigns.startText", { connection: campaign.whatsapp?.name })}
      action={t("campaigns.start")}
      danger={false}
      onConfirm={() => moveCampaign(campaign.id, "start")}
      onClose={onClose}
    >
      <Going campaign={campaign}>
        <Audience choice={choice} isStarting />
      </Going>
    </Confirm>
  );
}

/** The texts of a campaign, with warnings. */
export function Going({ campaign, children }: { campaign: Campaign; children: ReactNode }) {
  const { t } = useTranslation();
  const variables = useSettingVariables();
  const [person = examplePerson()] = usePeople(campaign.contactListId);
  const fields = useContactFields();
  const words = usePersonWords(person, fields);
  const kinds: Kind[] = campaign.confirmation ? ["confirmationMessage", "message"] : ["message"];
  const files = [campaign.fileList?.name, campaign.mediaName].filter((name) => name != null);
  return (
    <div className="mt-4 flex flex-col gap-4">
      {children}
      {kinds.map((kind) => {
        const written = writtenTexts(campaign as unknown as Variants, kind);
        return (
          <section key={kind} className="flex flex-col gap-2">
            <h3 className="font-medium">
              {t(kind === "message" ? "campaigns.text" : "campaigns.question")}
              {written.length > 1 && (
                <span className="text-muted text-small ml-2 font-normal">
                  {t("campaigns.oneOfThem", { count: written.length })}
                </span>
              )}
            </h3>
            {variables && (
              <Warnings
                texts={written}
                kind={kind}
                variables={variables}
                words={exampleWords(fields)}
              />
            )}
            <Preview
              texts={written}
              files={kind === "message" ? files : []}
              person={person}
              variables={variables ?? []}
              words={words}
            />
          </section>
        );
      })}
    </div>
  );
}
