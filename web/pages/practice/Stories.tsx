import { PhoneBubble } from "../../parts/phone/PhoneBubble.tsx";
import type { ScreenMessage } from "../../parts/phone/phone-message.ts";
import type { Story } from "../../parts/story.ts";
import { PhoneActions } from "./PhoneActions.tsx";

const at = "2026-11-20T17:05:00Z";
const message = (id: string, change: Partial<ScreenMessage>): ScreenMessage => ({
  id,
  from: "5511988880001",
  number: "5511988880001",
  name: "Bia",
  body: "",
  type: "chat",
  media: null,
  quotedMsgId: null,
  group: null,
  ack: 3,
  at,
  ...change,
});
const onPhone = [
  message("1", { body: "Quero doze", edited: true }),
  message("2", { deleted: true }),
  message("3", {
    type: "audio",
    file: new File(["RIFF"], "voz.wav", { type: "audio/wav" }),
    seconds: 7,
    waveform: Array.from({ length: 64 }, (_, index) => (index * 37) % 100),
  }),
  message("4", {
    type: "locationMessage",
    place: { latitude: -23.55052, longitude: -46.63331, name: "Praça da Sé", address: "" },
  }),
  message("5", { type: "vcard", contacts: [{ name: "Nina", number: "5511977770002" }] }),
  message("6", { from: null, body: "Separo seis?", reaction: "👍", answer: "❤️" }),
];

/** The practice phone's messages, for the gallery. */
export const practiceStories: Story[] = [
  {
    name: "messages on the practice phone",
    show: () => (
      <ul className="bg-thread flex max-w-96 flex-col p-3">
        {onPhone.map((message) => (
          <PhoneBubble
            key={message.id}
            message={message}
            shop="Padaria Pão Quente"
            first
            menu={<PhoneActions message={message} onSubject={() => {}} />}
          />
        ))}
      </ul>
    ),
  },
];
