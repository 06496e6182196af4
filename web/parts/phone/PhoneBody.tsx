import { Avatar } from "../../kit/Avatar.tsx";
import { phone } from "../../kit/text.ts";
import { Location } from "../../messages/bodies/Location.tsx";
import { PhoneFile } from "./PhoneFile.tsx";
import type { ScreenMessage } from "./phone-message.ts";

/** A message's place, contacts or file on the customer's phone. */
export function PhoneBody({ message }: { message: ScreenMessage }) {
  const { place, contacts, media, file } = message;
  if (place) return <Location place={place} />;
  if (contacts) {
    return (
      <ul className="mb-1 flex w-60 max-w-full flex-col gap-1">
        {contacts.map(({ name, number }, index) => (
          <li
            key={index}
            className="bg-base-content/6 flex items-center gap-3 rounded-lg px-3 py-2"
          >
            <Avatar name={name} size={36} />
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="text-base-content/75 text-small">{phone(number)}</span>
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (media || file) && <PhoneFile message={message} />;
}
