import { type ComponentProps, createElement } from "react";
import type { LucideProps } from "lucide-react";

type Icon = { name: string; node: [tag: string, attributes: object][] };

/**
 * The function that icon files call to draw themselves, in 24 by 24. The bundle uses it instead of
 * the library's own, which does more.
 */
export default function drawIcon({ name, node }: Icon) {
  return function Drawn({
    size = 24,
    color = "currentColor",
    className = "",
    ...rest
  }: LucideProps) {
    return createElement(
      "svg",
      {
        ...outline,
        width: size,
        height: size,
        stroke: color,
        "aria-hidden": isNamed(rest) ? undefined : true,
        className: `lucide lucide-${name} ${className}`,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}

const outline = {
  xmlns: "http://www.w3.org/2000/svg",
  viewBox: "0 0 24 24",
  fill: "none",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} satisfies ComponentProps<"svg">;

const isNamed = (props: object) =>
  "role" in props ||
  "title" in props ||
  Object.keys(props).some((name) => name.startsWith("aria-"));
