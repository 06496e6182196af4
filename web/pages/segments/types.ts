import type * as segmentsTable from "../../../src/modules/segments/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { SegmentRule } from "../../../src/shared/segments.ts";

export type Segment = Omit<Wire<Omit<segmentsTable.Segment, "rule">>, "rule"> & {
  rule: SegmentRule;
};
