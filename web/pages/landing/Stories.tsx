import type { Story } from "../../parts/story.ts";
import { ContactForm } from "./ContactForm.tsx";
import "./Landing.tsx";

export const landingStories: Story[] = [
  {
    name: "landing contact",
    show: () => (
      <div className="card-quiet max-w-xl px-5 py-5">
        <ContactForm />
      </div>
    ),
  },
];
