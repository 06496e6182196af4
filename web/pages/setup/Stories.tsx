import type { Story } from "../../parts/story.ts";
import { State } from "./Setup.tsx";

export const setupStories: Story[] = [
  { name: "setup dead", show: () => <State link="dead" onRetry={() => {}} /> },
  { name: "setup claimed", show: () => <State link="claimed" onRetry={() => {}} /> },
  {
    name: "setup unreachable",
    show: () => (
      <State link={{ failed: "Muitas tentativas. Tente de novo em 42 s." }} onRetry={() => {}} />
    ),
  },
];
