import en from "./en.json";
import es from "./es.json";
import ptBR from "./ptBR.json";
import roomsEn from "./rooms/en.json";
import roomsEs from "./rooms/es.json";
import roomsPtBR from "./rooms/ptBR.json";

/** All that is said in each language, for tests. The browser loads what the inbox says, and the rest with the first other room. */
export const locales = {
  ptBR: { ...ptBR, ...roomsPtBR, connections: { ...ptBR.connections, ...roomsPtBR.connections } },
  en: { ...en, ...roomsEn, connections: { ...en.connections, ...roomsEn.connections } },
  es: { ...es, ...roomsEs, connections: { ...es.connections, ...roomsEs.connections } },
};
