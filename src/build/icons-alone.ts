import { join } from "node:path";
import type { Plugin } from "rolldown";
import { repository } from "./repository.ts";

const all = join(repository, "node_modules/lucide-react/dist/esm/lucide-react.mjs");
const drawn = join(repository, "web/kit/draw-icon.ts");

/**
 * Takes each icon from its own file: the file that lists all icons would bring those of every other
 * page. It draws an icon without features that no screen uses.
 */
export async function iconsAlone(): Promise<Plugin> {
  const files = new Map(
    [
      ...(await Bun.file(all).text()).matchAll(
        /^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/gm,
      ),
    ].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
  const alone = (specifier: string) => {
    const [, type, name = "", local = name] =
      /^(type )?(\w+)(?: as (\w+))?$/.exec(specifier.trim()) ?? [];
    if (type || name === "") return "";
    if (!files.has(name)) throw new Error(`no icon is called ${name}`);
    return `import ${local} from "lucide-react/icons/${files.get(name)}";`;
  };
  return {
    name: "icons-alone",
    resolveId: { filter: { id: /createLucideIcon\.mjs$/ }, handler: () => drawn },
    transform: {
      filter: { code: /from "lucide-react"|createLucideIcon\(/ },
      handler: (code, id) =>
        id.includes("lucide-react")
          ? code.replaceAll(/,\s*key: "\w+"/g, "").replace("  size: 24,\n", "")
          : code.replace(/import \{([^}]*)\} from "lucide-react";/g, (_, specifiers: string) =>
              specifiers.split(",").map(alone).join(" "),
            ),
    },
  };
}
