import type { Ref } from "react";

type Props = {
  ref: Ref<HTMLInputElement>;
  accept?: string;
  multiple?: boolean;
  capture?: "environment";
  onPick: (files: File[]) => void;
};

/**
 * The browser's file input, hidden: a button next to it clicks it. The same file can be picked
 * twice.
 */
export const FileInput = ({ ref, accept, multiple, capture, onPick }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple={multiple}
    accept={accept}
    capture={capture}
    onChange={({ target }) => {
      onPick([...(target.files ?? [])]);
      target.value = "";
    }}
  />
);
