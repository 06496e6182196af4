import { variantCount } from "../../shared/campaigns.ts";
import type { CampaignRow } from "./table.ts";

type Variants<Prefix extends string> = `${Prefix}${1 | 2 | 3 | 4 | 5}`;
type Texts = Pick<CampaignRow, Variants<"message"> | Variants<"confirmationMessage">>;

/** The texts of one kind that are not blank, with their numbers from 1. */
export const variantsOf = (campaign: Texts, kind: "message" | "confirmationMessage") =>
  Array.from({ length: variantCount }, (_, index) => ({
    variant: index + 1,
    text: campaign[`${kind}${index + 1}` as keyof Texts],
  })).filter(({ text }) => text.trim() !== "");
