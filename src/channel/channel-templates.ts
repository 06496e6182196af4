import type { NetworkTemplate, TemplateParts } from "../shared/templates.ts";

/** A change of one template by the network. */
export type TemplateReport = { id: string } & Partial<
  Pick<NetworkTemplate, "state" | "reason" | "quality" | "category">
>;

/** The state and category that a network gives a template. */
type Decision = Pick<NetworkTemplate, "state" | "category">;

/** The templates of a connection's account on its network. All throw Refused and Unreachable. */
export interface ChannelTemplates {
  list(): Promise<NetworkTemplate[]>;
  create(parts: TemplateParts): Promise<Decision & { id: string }>;
  edit(id: string, parts: TemplateParts): Promise<Decision>;
  /** Deletes one language of a template. */
  delete(id: string, name: string): Promise<void>;
}
