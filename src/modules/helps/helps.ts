import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Broadcast } from "../../kit/db/audience.ts";
import { bounded, line, text } from "../../kit/http/fields.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { videoId } from "../../shared/video.ts";
import { helps, type Help } from "./table.ts";

const video = bounded(2000)
  .transform((pasted, context) => {
    const id = videoId(pasted);
    if (id) return id;
    context.addIssue({
      code: "custom",
      input: pasted,
      message: pasted.trim() ? "invalid" : "required",
    });
    return z.NEVER;
  })
  .meta({ examples: ["aB3_-56789x", "https://youtu.be/aB3_-56789y"] });

export const helpBody = z.object({
  title: line(100, 1),
  description: text(1000).optional(),
  video,
});
type Body = z.infer<typeof helpBody>;

/** Helps belong to the box, and their changes are broadcast to everyone. */
export type HelpServices = { control: Control; broadcast: Broadcast };

/** One page, in the order of creation, so that basic topics come first. rules.md#helps */
export function list(
  control: Control,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(control, {
    table: helps,
    select: control.select().from(helps),
    where: matching(searchParam, [helps.title, helps.description]),
    order,
    pageNumber,
  });
  return { records: rows, ...rest };
}

/** All of them, in the same order. */
export const all = (control: Control): Help[] =>
  control
    .select()
    .from(helps)
    .orderBy(...order)
    .limit(500)
    .all();

/** Creates a help and broadcasts it. Throws a conflict on a taken title. */
export function create({ control, broadcast }: HelpServices, body: Body): Help {
  return tell(
    broadcast,
    "create",
    control.write((tx) =>
      tx
        .insert(helps)
        .values({ ...body, ...insertTimestamps(control.now()) })
        .returning()
        .get(),
    ),
  );
}

/** Throws missing, or a conflict on a taken title. */
export function update(
  { control, broadcast }: HelpServices,
  id: number,
  body: Partial<Body>,
): Help {
  return tell(
    broadcast,
    "update",
    control.write(
      (tx) =>
        tx
          .update(helps)
          .set({ ...body, ...updateTimestamps(control.now()) })
          .where(eq(helps.id, id))
          .returning()
          .get() ?? missing(),
    ),
  );
}

/** Throws missing. */
export function remove({ control, broadcast }: HelpServices, id: number) {
  control.write(
    (tx) => tx.delete(helps).where(eq(helps.id, id)).returning({ id: helps.id }).get() ?? missing(),
  );
  broadcast(() => ({ event: "help", action: "delete", id }));
  return {};
}

const order = [asc(helps.createdAt), asc(helps.id)];

function tell(broadcast: Broadcast, action: "create" | "update", record: Help): Help {
  broadcast(() => ({ event: "help", action, record }));
  return record;
}

function missing(): never {
  throw notFound();
}
