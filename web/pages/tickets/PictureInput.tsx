import type { Ref } from "react";
import { imageTypes } from "../../../src/shared.ts";

type Props = { ref: Ref<HTMLInputElement>; multiple?: boolean; onPick: (files: File[]) => void };

/** The browser's own way to pictures, unseen: a button beside it clicks it. The same file may be picked twice. */
export const PictureInput = ({ ref, multiple, onPick }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple={multiple}
    accept={imageTypes.join(",")}
    onChange={({ target }) => {
      onPick([...(target.files ?? [])]);
      target.value = "";
    }}
  />
);
