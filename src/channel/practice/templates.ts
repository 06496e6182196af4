import type { Database } from "bun:sqlite";
import type { NetworkTemplate, TemplateParts } from "../../shared/templates.ts";
import type { ChannelTemplates } from "../channel-templates.ts";
import { Refused, type ChannelHandlers } from "../channel.ts";

/**
 * The templates of a connection on the practice network, which approves each of them a moment after
 * it was made. One whose text has this word is refused, so that a refusal can be seen.
 */
export class PracticeTemplates implements ChannelTemplates {
  constructor(
    private readonly sqlite: Database,
    private readonly connection: number,
    private readonly onTemplate: ChannelHandlers["onTemplate"],
  ) {}

  async list(): Promise<NetworkTemplate[]> {
    const rows = this.sqlite
      .query<{ template: string }, [number]>(
        "SELECT template FROM templates WHERE connection = ? ORDER BY seq",
      )
      .all(this.connection);
    return rows.map(({ template }) => JSON.parse(template) as NetworkTemplate);
  }

  async create(parts: TemplateParts) {
    const all = await this.list();
    if (all.some(({ name, language }) => name === parts.name && language === parts.language))
      throw new Refused("ERR_TEMPLATE_EXISTS");
    const id = `${900_000_000 + Math.max(0, ...all.map((one) => Number(one.id) - 900_000_000)) + 1}`;
    this.store({ ...parts, ...pending, id });
    this.decideSoon(id);
    return { id, state: pending.state, category: parts.category };
  }

  async edit(id: string, parts: TemplateParts) {
    const before = await this.find(id);
    this.store({ ...before, ...parts, ...pending, quality: before.quality });
    this.decideSoon(id);
    return { state: pending.state, category: parts.category };
  }

  async delete(id: string) {
    this.sqlite.run("DELETE FROM templates WHERE connection = ? AND id = ?", [this.connection, id]);
  }

  /** The network decides now. */
  async decide(id: string, change: Partial<NetworkTemplate>) {
    this.store({ ...(await this.find(id)), ...change });
    this.onTemplate({ id, ...change });
  }

  private decideSoon(id: string) {
    setImmediate(() => {
      void this.find(id).then(({ body }) =>
        this.decide(
          id,
          body.includes(refusedWord)
            ? { state: "REJECTED", reason: "INVALID_FORMAT" }
            : { state: "APPROVED", reason: "" },
        ),
      );
    });
  }

  private async find(id: string): Promise<NetworkTemplate> {
    const template = (await this.list()).find((one) => one.id === id);
    if (!template) throw new Refused("ERR_TEMPLATE_UNKNOWN");
    return template;
  }

  private store(template: NetworkTemplate) {
    this.sqlite.run(
      "INSERT INTO templates (connection, id, template) VALUES (?1, ?2, ?3) ON CONFLICT (connection, id) DO UPDATE SET template = ?3",
      [this.connection, template.id, JSON.stringify(template)],
    );
  }
}

const pending = { state: "PENDING", quality: "UNKNOWN", reason: "", isPlain: true } as const;
const refusedWord = "recusado";
