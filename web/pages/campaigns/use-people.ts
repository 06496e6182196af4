import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";

export type Person = { id: number; name: string; number: string; email: string };

/** An example recipient, for a list without contacts. */
export const examplePerson = (): Person => ({
  id: 0,
  name: t("campaigns.examplePerson"),
  number: "5511988887777",
  email: "maria@exemplo.com.br",
});

/** The first contacts of a list. They are enough for a preview. */
export function usePeople(contactListId: number | null): Person[] {
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    let left = false;
    setPeople([]);
    if (contactListId)
      api
        .get<{ contacts: Person[] }>("/contact-list-items", {
          contactListId,
          pageNumber: 1,
          searchParam: "",
        })
        .then(
          ({ contacts }) => !left && setPeople(contacts),
          () => undefined,
        );
    return () => void (left = true);
  }, [contactListId]);
  return people;
}
