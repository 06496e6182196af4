import { show } from "../../../src/testing/screen/page.tsx";
import { signedIn } from "../../../src/testing/screen/signed-in.ts";
import { expect, test } from "bun:test";
import { screen } from "../../../src/testing/screen/screen.ts";
import { pendingMessages } from "../../inbox/outbox.ts";
import { Toasts } from "../../kit/Toast.tsx";
import { me } from "../../session/session.ts";
import "../../session/texts.ts";
import { requestSignOut } from "./sign-out.ts";

signedIn();

test("signing out asks first while a message waits", async () => {
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
  await show(<Toasts />);
  requestSignOut();
  await screen.sees("Uma mensagem ainda não saiu");
  await screen.find("button", "Sair mesmo assim");
  expect(me.peek()).not.toBe(null);
  pendingMessages.value = [];
});
