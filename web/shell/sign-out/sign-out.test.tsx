import { show } from "../../../src/testing/screen/page.tsx";
import { signedIn } from "../../../src/testing/screen/signed-in.ts";
import { expect, test } from "bun:test";
import { screen } from "../../../src/testing/screen/screen.ts";
import { pendingMessages } from "../../inbox/outbox.ts";
import "../../session/texts.ts";
import { isAskingSignOut, requestSignOut } from "./sign-out.ts";
import { SignOutQuestion } from "./SignOutQuestion.tsx";

signedIn();

test("signing out asks first while a message waits, and staying is the answer at hand", async () => {
  pendingMessages.value = [
    {
      clientId: "1",
      ticketId: 7,
      body: "Já sai!",
      quotedMsg: null,
      file: null,
      place: null,
      contacts: null,
      at: new Date(0).toISOString(),
      refused: null,
    },
  ];
  requestSignOut();
  expect(isAskingSignOut.peek()).toBe(true);
  await show(<SignOutQuestion />);
  await screen.sees("Uma mensagem ainda não saiu");
  await screen.press("Cancelar");
  expect(isAskingSignOut.peek()).toBe(false);
  pendingMessages.value = [];
});
