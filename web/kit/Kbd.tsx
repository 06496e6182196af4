import { type Combo, keyNames } from "./combos.ts";

/** Shows a key combination by the labels of its keys. */
export const Kbd = ({ combo }: { combo: Combo }) => <Kbds keys={keyNames(combo)} />;

export const Kbds = ({ keys }: { keys: string[] }) => (
  <span className="flex shrink-0 gap-1">
    {keys.map((key) => (
      <kbd key={key} className="kbd kbd-sm font-sans">
        {key}
      </kbd>
    ))}
  </span>
);
