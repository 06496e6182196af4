import type { Story } from "../../parts/story.ts";
import { AskForm, Sent } from "./ForgottenPassword.tsx";
import { Done, PasswordForm } from "./NewPassword.tsx";

const nothing = async () => {};

export const forgottenPasswordStories: Story[] = [
  {
    name: "forgotten password",
    show: () => (
      <div className="grid max-w-3xl gap-8 sm:grid-cols-2">
        <div>
          <AskForm onSubmit={nothing} />
        </div>
        <Sent email="ana@paoquente.com.br" onAgain={() => {}} />
      </div>
    ),
  },
  {
    name: "new password",
    show: () => (
      <div className="grid max-w-3xl gap-8 sm:grid-cols-2">
        <div>
          <PasswordForm isDead onSubmit={nothing} />
        </div>
        <Done />
      </div>
    ),
  },
];
