import { CirclePlay, LifeBuoy } from "lucide-react";
import { useState } from "react";
import { videoId } from "../../../src/shared/video.ts";
import { PagePart } from "../../kit/PagePart.tsx";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { type Help, HelpPlayer } from "../../parts/helps/HelpPlayer.tsx";

const helps: Listing<Help> = {
  name: "helps",
  options: { envelope: "records", key: "record", order: "createdAt" },
  icon: LifeBuoy,
  write: "helps.write",
  nameOf: ({ title }) => title,
  columns: [
    { label: "helps.called", cell: (help) => <HelpCell {...help} /> },
    {
      label: "helps.video",
      cell: ({ video }) => <span className="text-muted tabular break-all">{video}</span>,
      className: "w-36",
    },
  ],
  fields: [
    { name: "title", label: "helps.called", required: true, max: 100 },
    {
      name: "video",
      label: "helps.video",
      required: true,
      max: 2000,
      hint: "helps.videoHint",
      valid: (pasted) => videoId(pasted) !== undefined,
      messages: { invalid: "helps.videoInvalid" },
    },
    { name: "description", label: "helps.description", type: "textarea", max: 1000, rows: 4 },
  ],
  refused: "settings.saveRefused",
};

/** The owner of the box edits the help videos here. rules.md#helps */
export function HelpsTab() {
  const [watched, setWatched] = useState<Help | null>(null);
  const [listing] = useState((): Listing<Help> => ({
    ...helps,
    actions: (help) => [{ label: "helps.watch", icon: CirclePlay, run: () => setWatched(help) }],
  }));
  return (
    <>
      <ListPage listing={listing} frame={PagePart} />
      {watched && <HelpPlayer help={watched} onClose={() => setWatched(null)} />}
    </>
  );
}

function HelpCell({ title, description }: Help) {
  return (
    <span className="block py-1">
      <span className="block font-medium break-words">{title}</span>
      {description && (
        <span className="text-muted text-small line-clamp-1 font-normal break-words">
          {description}
        </span>
      )}
    </span>
  );
}
