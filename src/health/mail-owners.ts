import { readBox, type Box } from "../modules/box/box.ts";
import { mailServer } from "../modules/mail/server.ts";
import { postMail } from "../modules/mail/outbox.ts";
import type { Finding } from "../shared/health.ts";
import { wordsIn } from "./words.ts";

const hour = 3_600_000;
/** Who was written to is left alone for so long (ms), also by a box that is started over and over. */
const quiet = 6 * hour;

/** Writes to who owns the box what has become a problem, where a mail server is set. rules.md#health */
export function mailOwners(box: Box, problems: Finding[]) {
  const { control } = box;
  if (problems.length === 0 || !mailServer(box) || wasTold(box)) return;
  const { language, publicUrl } = readBox(box);
  const say = wordsIn(language);
  const lines = problems.map((each) => ({ value: each.value, ...say(each) })).map(({ name, value, remedy }) => `${name}${value && ` (${value})`}: ${remedy}`);
  const owners = control.sqlite.query<{ email: string }, []>("SELECT email FROM identities WHERE super").all();
  control.write((tx) => {
    for (const { email } of owners) postMail(tx, box, { kind: "health", to: email, language, values: { problems: lines.join("\n\n") }, link: publicUrl ? `${publicUrl}/health` : undefined, uselessAt: control.now() + 24 * hour });
  });
}

const wasTold = ({ control }: Box) => control.sqlite.query("SELECT 1 FROM mails WHERE kind = 'health' AND createdAt > ?").get(control.now() - quiet) !== null;
