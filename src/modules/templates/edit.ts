import type { ChannelTemplates } from "../../channel/channel-templates.ts";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import {
  templateErrors,
  type NetworkTemplate,
  type TemplateParts,
} from "../../shared/templates.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { onChannel } from "../connections/on-channel.ts";
import { forgetTemplate, saveTemplate, saveTemplates } from "./cache.ts";
import type { TemplateBody, TemplateChange } from "./fields.ts";
import { refuseWithoutTemplates, visible } from "./templates.ts";
import type { Template, TemplateRow } from "./table.ts";

/** How long (ms) a list of the network counts as new, and how long a page waits for another. */
const [freshFor, waitFor] = [60_000, 5000];
const refreshed = new WeakMap<object, Map<number, number>>();

/**
 * Reads the network's list of templates, at most once a minute. The stored ones stay where the
 * network is away. rules.md#templates
 */
export async function refresh(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  whatsappId: number,
) {
  refuseWithoutTemplates(db, whatsappId);
  const times = refreshed.get(db.sqlite) ?? new Map<number, number>();
  refreshed.set(db.sqlite, times);
  if ((times.get(whatsappId) ?? 0) > db.now() - freshFor) return;
  try {
    const list = await onTemplates(db, connectionManager, whatsappId, (desk) => desk.list());
    saveTemplates(db, whatsappId, list);
    times.set(whatsappId, db.now());
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
  }
}

/** Makes a template. Throws missing, invalid, and a conflict where the network refuses. */
export async function create(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  whatsappId: number,
  parts: TemplateBody,
): Promise<Template> {
  refuseWithoutTemplates(db, whatsappId);
  refuseWrong(parts);
  const made = await onTemplates(db, connectionManager, whatsappId, (desk) => desk.create(parts));
  return save(db, me, whatsappId, "templateCreated", { ...fresh, ...parts, ...made });
}

/** Changes a template, which the network checks again. Throws as `create`. */
export async function update(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  { networkId, whatsappId, ...before }: TemplateRow,
  change: TemplateChange,
): Promise<Template> {
  const parts = partsOf({ ...before, ...change });
  refuseWrong(parts);
  const after = await onTemplates(db, connectionManager, whatsappId, (desk) =>
    desk.edit(networkId, parts),
  );
  return save(db, me, whatsappId, "templateChanged", {
    ...fresh,
    ...parts,
    quality: before.quality,
    id: networkId,
    ...after,
  });
}

/** Deletes a template on the network and here. Throws missing, and a conflict. */
export async function remove(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  { id, networkId, whatsappId, name }: TemplateRow,
) {
  await onTemplates(db, connectionManager, whatsappId, (desk) => desk.delete(networkId, name));
  db.write((tx) => {
    forgetTemplate(tx, id);
    note(tx, me, "templateDeleted", whatsappId, name);
  });
  return {};
}

/** The parts of a template that a shop writes, without the network's. */
export const partsOf = ({
  name,
  language,
  category,
  format,
  header,
  body,
  footer,
  buttons,
  examples,
}: TemplateParts): TemplateParts => ({
  name,
  language,
  category,
  format,
  header,
  body,
  footer,
  buttons,
  examples,
});

const fresh = { state: "PENDING", quality: "UNKNOWN", reason: "", isPlain: true } as const;

function save(
  db: CompanyDb,
  me: Me,
  whatsappId: number,
  action: "templateCreated" | "templateChanged",
  template: NetworkTemplate,
): Template {
  return db.write((tx) => {
    const row = saveTemplate(tx, whatsappId, template);
    note(tx, me, action, whatsappId, template.name);
    return visible(row);
  });
}

function note(
  tx: Tx,
  me: Me,
  action: "templateCreated" | "templateChanged" | "templateDeleted",
  whatsappId: number,
  name: string,
) {
  addAuditEntry(tx, { userId: me.id, action, subject: `connection ${whatsappId} ${name}` });
}

function onTemplates<T>(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  whatsappId: number,
  work: (desk: ChannelTemplates) => Promise<T>,
): Promise<T> {
  return onChannel(
    db,
    connectionManager,
    whatsappId,
    (channel) => {
      if (!channel.templates)
        throw new Fault("conflict", "ERR_NOT_ON_THIS_NETWORK", {
          message: "Esta conexão não tem modelos de mensagem",
        });
      return work(channel.templates);
    },
    { within: waitFor },
  );
}

function refuseWrong(parts: TemplateParts) {
  const errors = templateErrors(parts);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
