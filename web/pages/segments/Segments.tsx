import { Users } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";
import { State } from "../../kit/State.tsx";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { SegmentDialog } from "./SegmentDialog.tsx";
import type { Segment } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

export const segments: Listing<Segment> = {
  name: "segments",
  options: { envelope: "records", event: "segment", key: "record", order: "name" },
  icon: Users,
  write: "contact-lists.write",
  columns: [
    {
      label: "segments.name",
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    },
    { label: "segments.count", cell: (segment) => <Count segment={segment} /> },
  ],
  fields: [],
  dialog: SegmentDialog,
};

/** Groups of contacts by rule. rules.md#segments */
export const Segments = () => <ListPage listing={segments} />;

function Count({ segment: { count, problems } }: { segment: Segment }) {
  const { t, tag } = useTranslation();
  const [problem] = problems;
  if (problem) return <State tone="bad">{t(`segments.problems.${problem.kind}`)}</State>;
  return <span className="tabular">{count?.toLocaleString(tag)}</span>;
}
