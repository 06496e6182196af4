import type { Story } from "../../parts/story.ts";
import { CodeForm } from "./CodeForm.tsx";
import { Login } from "./Login.tsx";

export const loginStories: Story[] = [
  {
    name: "login",
    show: () => (
      <div className="h-[46rem] overflow-hidden">
        <Login />
      </div>
    ),
  },
  {
    name: "sign-in code",
    show: () => (
      <div className="max-w-md">
        <CodeForm onSubmit={async () => {}} onBack={() => {}} />
      </div>
    ),
  },
];
