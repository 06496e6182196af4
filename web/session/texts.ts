import { addStartTexts } from "../kit/translations.ts";
import ptBR from "./texts/ptBR.json";

/** What is said to those who are signed in, on whichever page. */
addStartTexts({ ptBR, en: () => import("./texts/en.json"), es: () => import("./texts/es.json") });
