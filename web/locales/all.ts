import en from "./en.json";
import es from "./es.json";
import ptBR from "./ptBR.json";
import pagesEn from "./pages/en.json";
import pagesEs from "./pages/es.json";
import pagesPtBR from "./pages/ptBR.json";

/** All texts of each language, for tests. The browser loads the inbox's, and the rest with the first other page. */
export const locales = {
  ptBR: { ...ptBR, ...pagesPtBR, connections: { ...ptBR.connections, ...pagesPtBR.connections } },
  en: { ...en, ...pagesEn, connections: { ...en.connections, ...pagesEn.connections } },
  es: { ...es, ...pagesEs, connections: { ...es.connections, ...pagesEs.connections } },
};
