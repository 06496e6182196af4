import { signal } from "@preact/signals-react";
import type { PublicBox } from "../../src/modules/box/table.ts";
import { api } from "../kit/api.ts";
import { brand, setBrand } from "../kit/brand.ts";
import { followBox } from "../kit/text.ts";

/**
 * The public data of the box for signed-out visitors; null until it loads. rules.md#public-pages
 */
export const publicBox = signal<PublicBox | null>(null);

/** Loads it once. After a failed load the sign-in page appears, and shows the error. */
export async function readPublicBox() {
  if (publicBox.peek()) return;
  const box = await api.get<PublicBox>("/landing").catch(() => null);
  if (box) takeBrand(box);
  const { name: boxName, logo: boxLogo, color: boxColor, ...rest } = brand.peek();
  publicBox.value = box ?? {
    boxName,
    boxLogo,
    boxColor,
    ...rest,
    landing: false,
    signUp: false,
    planId: null,
    mail: false,
  };
}

/**
 * Applies the box's name and look. Its language applies unless the user has chosen one that the box
 * offers.
 */
export function takeBrand({
  boxName: name,
  boxLogo: logo,
  boxColor: color,
  language,
  languages,
  contact,
}: Pick<PublicBox, "boxName" | "boxLogo" | "boxColor" | "language" | "languages" | "contact">) {
  setBrand({ name, logo, color, language, languages, contact });
  void followBox();
}
