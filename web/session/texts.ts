import { addStartTexts } from "../kit/translations.ts";
import ptBR from "./texts/ptBR.json";

/** The texts of all signed-in pages. */
addStartTexts({ ptBR, en: () => import("./texts/en.json"), es: () => import("./texts/es.json") });
