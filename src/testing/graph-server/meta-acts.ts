import type { Account, BusinessNumber } from "./account.ts";
import type { GraphWorld } from "./graph-world.ts";
import type { Category } from "./template-bodies.ts";
import type { Template, TemplateState } from "./templates.ts";

/** The acts of Meta itself. Each act resolves once the callback has answered 200. */
export class MetaActs {
  constructor(private readonly world: GraphWorld) {}

  /** Decides about a template, and tells so. */
  async decides(
    account: Account,
    template: Template,
    state: TemplateState,
    reason = "NONE",
  ): Promise<void> {
    template.state = state;
    template.reason = reason;
    await this.world.webhooks.push(account, {
      field: "message_template_status_update",
      value: {
        event: state,
        message_template_id: Number(template.id),
        message_template_name: template.name,
        message_template_language: template.language,
        message_template_category: template.category,
        reason,
        ...(state === "REJECTED" && {
          rejection_info: { reason: "The text is unclear.", recommendation: "Write it clearly." },
        }),
      },
    });
  }

  async rates(account: Account, template: Template, quality: Template["quality"]): Promise<void> {
    const previous_quality_score = template.quality;
    template.quality = quality;
    await this.world.webhooks.push(account, {
      field: "message_template_quality_update",
      value: {
        previous_quality_score,
        new_quality_score: quality,
        message_template_id: Number(template.id),
        message_template_name: template.name,
        message_template_language: template.language,
      },
    });
  }

  /** Moves a template to another category: its price changes. */
  async recategorizes(account: Account, template: Template, category: Category): Promise<void> {
    const previous_category = template.category;
    template.category = category;
    await this.world.webhooks.push(account, {
      field: "template_category_update",
      value: {
        message_template_id: Number(template.id),
        message_template_name: template.name,
        message_template_language: template.language,
        previous_category,
        new_category: category,
      },
    });
  }

  /** `expires` in epoch ms. */
  async restricts(account: Account, expires: number): Promise<void> {
    await this.accountUpdate(account, {
      event: "ACCOUNT_RESTRICTION",
      restriction_info: [
        {
          restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING",
          expiration: Math.floor(expires / 1000),
        },
      ],
    });
  }

  async bans(account: Account, state: "DISABLE" | "REINSTATE" | "SCHEDULE_FOR_DISABLE") {
    account.locked = state === "DISABLE";
    const waba_ban_date = new Date(this.world.clock.now()).toISOString();
    await this.accountUpdate(account, {
      event: "DISABLED_UPDATE",
      ban_info: { waba_ban_state: state, waba_ban_date },
    });
  }

  async accountUpdate(account: Account, value: Record<string, unknown>): Promise<void> {
    await this.world.webhooks.push(account, { field: "account_update", value });
  }

  /** Rates a number, and changes how many people it may begin to write to. */
  async changesLimit(number: BusinessNumber, tier: string, event = "UPGRADE"): Promise<void> {
    number.account.tier = tier;
    await this.world.webhooks.push(number.account, {
      field: "phone_number_quality_update",
      value: { display_phone_number: number.display, event, current_limit: tier },
    });
  }

  /** An error of the whole account, under `messages`. */
  async complains(number: BusinessNumber, error: object): Promise<void> {
    await this.world.webhooks.push(number.account, {
      field: "messages",
      value: { messaging_product: "whatsapp", metadata: number.metadata, errors: [error] },
    });
  }
}
